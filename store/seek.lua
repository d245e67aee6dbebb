-- Let a seek wait in its pool, unless another seek has come since the caller looked.
local answer = answer_of_duplicate()
if answer then return {'answered', answer} end
local newest = redis.call('ZRANGE', call.pool, -1, -1, 'WITHSCORES')
if (newest[1] or '') ~= call.newest then return {'moved'} end
redis.call('ZREMRANGEBYSCORE', call.own, '-inf', ms)
if redis.call('ZCARD', call.own) >= call.most then return {'full'} end

-- Places in a pool are unique and grow, so the newest seek is always the last one.
local place = math.max(ms, tonumber(newest[2] or 0) + 1)
redis.call('SET', call.key, call.body, 'PXAT', call.expires)
for _, expired in ipairs(call.expired) do redis.call('ZREM', call.pool, expired) end
redis.call('ZADD', call.pool, place, call.id)
redis.call('ZADD', call.own, call.expires, call.id)
redis.call('ZREMRANGEBYSCORE', call.pools, '-inf', ms)
redis.call('ZADD', call.pools, call.expires, call.terms)
for _, key in ipairs({call.pool, call.own, call.pools}) do
  redis.call('PEXPIRE', key, 2 * call.lasts)
end
remember_answer()
return {'done'}
