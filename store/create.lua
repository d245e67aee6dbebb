-- Create a match: everything of it or nothing, and only once for one Idempotency-Key.
local answer = answer_of_duplicate()
if answer then return {'answered', answer} end
if redis.call('EXISTS', call.game) == 1 then return {'taken'} end
local quota = call.quota
if quota then
  if tonumber(redis.call('GET', quota.key) or 0) >= quota.most then
    return {'limited', quota.lasts}
  end
  redis.call('INCR', quota.key)
  redis.call('PEXPIRE', quota.key, quota.lasts)
end
write_fields(call.rev)
for _, entry in ipairs(call.entries) do redis.call('RPUSH', call.log, entry) end
write_indexes()
remember_answer()
tell_accounts(call.rev, 0)
return {'done'}
