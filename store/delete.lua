-- Delete a match: everything of it or nothing. A commit that came meanwhile saves it.
local rev = tonumber(redis.call('HGET', call.game, 'rev'))
if not rev then return {'gone'} end
if rev ~= call.rev then return {'moved', rev} end

redis.call('DEL', call.game, call.log)
for _, key in ipairs(call.gone) do redis.call('DEL', key) end
write_indexes()
local origin = call.origin
if origin and redis.call('HGET', origin.key, 'rematch') == call.id then
  redis.call('HDEL', origin.key, 'rematch')
end
redis.call('PUBLISH', call.channel, call.id .. ' ' .. rev)
tell_accounts(rev, -1)
return {'done'}
