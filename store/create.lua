-- Create a match: everything of it or nothing, and only once for one Idempotency-Key.
local answer = answer_of_duplicate()
if answer then return {'answered', answer} end
if redis.call('EXISTS', call.game) == 1 then return {'taken'} end
local origin = call.origin
if origin then
  if redis.call('EXISTS', origin.key) == 0 then return {'rematched'} end
  local there = redis.call('HGET', origin.key, 'rematch')
  if there and there ~= origin.instead then return {'rematched'} end
end
local served = call.served or {}
for _, seek in ipairs(served) do
  local there = redis.call('EXISTS', seek.key) == 1 and redis.call('ZSCORE', seek.pool, seek.id)
  if seek.waits and not there then return {'moved'} end
end
local quotas = call.quotas or {}
for number, quota in ipairs(quotas) do
  if tonumber(redis.call('GET', quota.key) or 0) >= quota.most then
    return {'limited', number, quota.lasts}
  end
end
local full = full_cap()
if full then return {'full', full} end
for _, quota in ipairs(quotas) do
  redis.call('INCR', quota.key)
  redis.call('PEXPIRE', quota.key, quota.lasts)
end
write_fields(call.rev)
for _, entry in ipairs(call.entries) do redis.call('RPUSH', call.log, entry) end
write_indexes()
if origin then redis.call('HSET', origin.key, 'rematch', call.id) end
for _, seek in ipairs(served) do
  redis.call('ZREM', seek.pool, seek.id)
  redis.call('ZREM', seek.own, seek.id)
  redis.call('SET', seek.key, seek.body, 'EX', seek.seconds)
end
remember_answer()
tell_accounts(call.rev, 0)
return {'done'}
