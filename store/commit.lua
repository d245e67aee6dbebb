-- One commit of a game: everything of it or nothing.
-- KEYS: 1 game, 2 log, 3 traces, 4 due, 5 index before, 6 index after, 7 remembered answer
-- ARGV: 1 revision expected, 2 game id, 3 wake-up channel, 4 due at ('' = no bot is asked),
--       5 traces kept, 6 index score ('' = the status stays, or not listed), 7 the game is over,
--       8 answer to remember ('' = none), 9 its seconds, 10 number of entries n,
--       then n entries, n traces, and pairs of field and value.
local rev = redis.call('HGET', KEYS[1], 'rev')
if ARGV[8] ~= '' then
  local answer = redis.call('GET', KEYS[7])
  if answer then return {'answered', answer} end
end
if not rev then return {'gone'} end
if rev ~= ARGV[1] then return {'moved', rev} end
local n = tonumber(ARGV[10])
local now = tonumber(rev) + n
local fields = 11 + 2 * n
if ARGV[7] == '1' then
  redis.call('DEL', KEYS[2], KEYS[3])
  redis.call('HDEL', KEYS[1], 'state', 'view', 'own')
else
  for i = 11, 10 + n do redis.call('RPUSH', KEYS[2], ARGV[i]) end
  for i = 11 + n, 10 + 2 * n do redis.call('RPUSH', KEYS[3], ARGV[i]) end
  redis.call('LTRIM', KEYS[3], -tonumber(ARGV[5]), -1)
end
redis.call('HSET', KEYS[1], 'rev', now, unpack(ARGV, fields))
if ARGV[4] == '' then
  redis.call('ZREM', KEYS[4], ARGV[2])
else
  redis.call('ZADD', KEYS[4], ARGV[4], ARGV[2])
end
if ARGV[6] ~= '' then
  redis.call('ZREM', KEYS[5], ARGV[2])
  redis.call('ZADD', KEYS[6], ARGV[6], ARGV[2])
end
if ARGV[8] ~= '' then redis.call('SET', KEYS[7], ARGV[8], 'EX', ARGV[9]) end
redis.call('PUBLISH', ARGV[3], ARGV[2] .. ' ' .. now)
return {'done'}
