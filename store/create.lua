-- Create a game: everything of it or nothing, and only once for one Idempotency-Key.
-- KEYS: 1 game, 2 log, 3 remembered answer, 4 accounts with webhooks to serve, 5 counter of a quota,
--       then m indexes, and for each of f accounts its feed and its webhooks.
-- ARGV: 1 game id, 2 revision, 3 wake-up channel, 4 answer to remember ('' = none), 5 its seconds,
--       6 entries of a feed kept, 7 the quota ('' = none), 8 ms until it begins anew,
--       9 n entries, 10 m indexes, 11 f accounts,
--       then n entries, the game's score in each index, names of the accounts, and pairs of field
--       and value.
if ARGV[4] ~= '' then
  local answer = redis.call('GET', KEYS[3])
  if answer then return {'answered', answer} end
end
if redis.call('EXISTS', KEYS[1]) == 1 then return {'taken'} end
if ARGV[7] ~= '' then
  if tonumber(redis.call('GET', KEYS[5]) or 0) >= tonumber(ARGV[7]) then
    return {'limited', ARGV[8]}
  end
  redis.call('INCR', KEYS[5])
  redis.call('PEXPIRE', KEYS[5], ARGV[8])
end
local n, m, f = tonumber(ARGV[9]), tonumber(ARGV[10]), tonumber(ARGV[11])
local clock = redis.call('TIME')
local ms = clock[1] * 1000 + math.floor(clock[2] / 1000)
redis.call('HSET', KEYS[1], 'rev', ARGV[2], unpack(ARGV, 12 + n + m + f))
for i = 12, 11 + n do redis.call('RPUSH', KEYS[2], ARGV[i]) end
for i = 1, m do redis.call('ZADD', KEYS[5 + i], ARGV[11 + n + i], ARGV[1]) end
if ARGV[4] ~= '' then redis.call('SET', KEYS[3], ARGV[4], 'EX', ARGV[5]) end
for i = 1, f do
  local feed, hooks, account = KEYS[4 + m + 2 * i], KEYS[5 + m + 2 * i], ARGV[11 + n + m + i]
  redis.call('XADD', feed, 'MAXLEN', '~', ARGV[6], '*', 'game', ARGV[1], 'rev', ARGV[2], 'new', 0)
  if redis.call('EXISTS', hooks) == 1 then redis.call('ZADD', KEYS[4], 'LT', ms, account) end
  redis.call('PUBLISH', ARGV[3], account .. ' ' .. ARGV[2])
end
return {'done'}
