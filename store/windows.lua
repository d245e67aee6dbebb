-- Count a request in each window, or in none of them if one is full. KEYS are the windows. ARGV has
-- the amount to count, then the quota and the length (ms) of each window. A window that begins in
-- the future was counted before the clock was set back, so it begins anew.
local time = redis.call('TIME')
local ms = time[1] * 1000 + math.floor(time[2] / 1000)
local amount, windows, answer = tonumber(ARGV[1]), {}, {0, 0}
for number, key in ipairs(KEYS) do
  local most, length = tonumber(ARGV[2 * number]), tonumber(ARGV[2 * number + 1])
  local kept = redis.call('HMGET', key, 'count', 'at')
  local count, at = tonumber(kept[1] or 0), tonumber(kept[2] or ms)
  local new = not kept[1] or at > ms or at + length <= ms
  if new then count, at = 0, ms end
  if answer[1] == 0 and count + amount > most then answer = {number, at + length - ms} end
  windows[number] = {key, count, at, length, new, most}
end
for number, window in ipairs(windows) do
  local key, count, at, length, new, most = unpack(window)
  if answer[1] == 0 and amount > 0 then
    count = count + amount
    redis.call('HSET', key, 'count', count, 'at', at)
    if new then redis.call('PEXPIRE', key, length) end
  end
  answer[number + 2] = math.max(0, most - count)
end
return answer
