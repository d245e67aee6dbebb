-- Commit a change of a match: everything of it or nothing.
local answer = answer_of_duplicate()
if answer then return {'answered', answer} end
local rev = tonumber(redis.call('HGET', call.game, 'rev'))
if not rev then return {'gone'} end
if rev ~= call.rev then return {'moved', rev} end
local full = full_cap()
if full then return {'full', full} end

-- Buckets of tokens: refilled as time passes, one token a commit, all or none. One that was used in
-- the future is full: the clock was set back.
local left = {}
for number, bucket in ipairs(call.buckets) do
  local kept = redis.call('HMGET', bucket.key, 'tokens', 'at')
  local tokens = bucket.capacity
  if kept[1] and tonumber(kept[2]) <= ms then
    local refill = (ms - tonumber(kept[2])) * bucket.rate / 1000
    tokens = math.min(bucket.capacity, tonumber(kept[1]) + refill)
  end
  if tokens < 1 then return {'limited', number, math.ceil((1 - tokens) / bucket.rate * 1000)} end
  left[number] = tokens - 1
end
for number, bucket in ipairs(call.buckets) do
  redis.call('HSET', bucket.key, 'tokens', left[number], 'at', ms)
  redis.call('PEXPIRE', bucket.key, math.ceil(bucket.capacity / bucket.rate * 1000))
end

local now = rev + #call.entries
if call.finished then
  redis.call('DEL', call.log, call.traces_key)
  redis.call('HDEL', call.game, 'state', 'view', 'own')
else
  for _, entry in ipairs(call.entries) do redis.call('RPUSH', call.log, entry) end
  for _, trace in ipairs(call.traces) do redis.call('RPUSH', call.traces_key, trace) end
  redis.call('LTRIM', call.traces_key, -call.traces_length, -1)
end
write_fields(now)
write_indexes()
remember_answer()
redis.call('PUBLISH', call.channel, call.id .. ' ' .. now)
tell_accounts(now, #call.entries)
return {'done', left[1] and math.floor(left[1]) or ''}
