-- Create a game: everything of it or nothing, and only once for one Idempotency-Key.
-- KEYS: 1 game, 2 due, 3 index, 4 remembered answer
-- ARGV: 1 game id, 2 due at ('' = no bot is asked), 3 index score ('' = not listed),
--       4 answer to remember ('' = none), 5 its seconds, then pairs of field and value.
if ARGV[4] ~= '' then
  local answer = redis.call('GET', KEYS[4])
  if answer then return {'answered', answer} end
end
if redis.call('EXISTS', KEYS[1]) == 1 then return {'taken'} end
redis.call('HSET', KEYS[1], unpack(ARGV, 6))
if ARGV[2] ~= '' then redis.call('ZADD', KEYS[2], ARGV[2], ARGV[1]) end
if ARGV[3] ~= '' then redis.call('ZADD', KEYS[3], ARGV[3], ARGV[1]) end
if ARGV[4] ~= '' then redis.call('SET', KEYS[4], ARGV[4], 'EX', ARGV[5]) end
return {'done'}
