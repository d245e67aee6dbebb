-- One commit of a game: everything of it or nothing.
-- KEYS: 1 game, 2 log, 3 traces, 4 remembered answer, 5 accounts with webhooks to serve,
--       then b buckets, m indexes, and for each of f accounts its feed and its webhooks.
-- ARGV: 1 revision expected, 2 game id, 3 wake-up channel, 4 traces kept, 5 the game is finished,
--       6 answer to remember ('' = none), 7 its seconds, 8 entries of a feed kept,
--       9 n entries, 10 b buckets, 11 m indexes, 12 f accounts,
--       then n entries, n traces, capacity and tokens a second of each bucket, the game's score in
--       each index ('' = out of it), names of the accounts, and pairs of field and value.
local rev = redis.call('HGET', KEYS[1], 'rev')
if ARGV[6] ~= '' then
  local answer = redis.call('GET', KEYS[4])
  if answer then return {'answered', answer} end
end
if not rev then return {'gone'} end
if rev ~= ARGV[1] then return {'moved', rev} end
local n, b, m, f = tonumber(ARGV[9]), tonumber(ARGV[10]), tonumber(ARGV[11]), tonumber(ARGV[12])
local clock = redis.call('TIME')
local ms = clock[1] * 1000 + math.floor(clock[2] / 1000)

-- Buckets of tokens: refilled as time passes, one token a commit, all or none.
local left = {}
for i = 1, b do
  local capacity, rate = tonumber(ARGV[11 + 2 * (n + i)]), tonumber(ARGV[12 + 2 * (n + i)])
  local kept = redis.call('HMGET', KEYS[5 + i], 'tokens', 'at')
  local tokens = capacity
  if kept[1] then
    tokens = math.min(capacity, tonumber(kept[1]) + (ms - tonumber(kept[2])) * rate / 1000)
  end
  if tokens < 1 then return {'limited', i, math.ceil((1 - tokens) / rate * 1000)} end
  left[i] = {tokens - 1, math.ceil(capacity / rate * 1000)}
end
local least = ''
for i = 1, b do
  redis.call('HSET', KEYS[5 + i], 'tokens', left[i][1], 'at', ms)
  redis.call('PEXPIRE', KEYS[5 + i], left[i][2])
  if i == 1 then least = math.floor(left[i][1]) end
end

local now = tonumber(rev) + n
local at = 12 + 2 * n + 2 * b
if ARGV[5] == '1' then
  redis.call('DEL', KEYS[2], KEYS[3])
  redis.call('HDEL', KEYS[1], 'state', 'view', 'own')
else
  for i = 13, 12 + n do redis.call('RPUSH', KEYS[2], ARGV[i]) end
  for i = 13 + n, 12 + 2 * n do redis.call('RPUSH', KEYS[3], ARGV[i]) end
  redis.call('LTRIM', KEYS[3], -tonumber(ARGV[4]), -1)
end
redis.call('HSET', KEYS[1], 'rev', now, unpack(ARGV, at + m + f + 1))
for i = 1, m do
  local score = ARGV[at + i]
  if score == '' then
    redis.call('ZREM', KEYS[5 + b + i], ARGV[2])
  else
    redis.call('ZADD', KEYS[5 + b + i], score, ARGV[2])
  end
end
if ARGV[6] ~= '' then redis.call('SET', KEYS[4], ARGV[6], 'EX', ARGV[7]) end
redis.call('PUBLISH', ARGV[3], ARGV[2] .. ' ' .. now)
for i = 1, f do
  local feed, hooks, account = KEYS[4 + b + m + 2 * i], KEYS[5 + b + m + 2 * i], ARGV[at + m + i]
  redis.call('XADD', feed, 'MAXLEN', '~', ARGV[8], '*', 'game', ARGV[2], 'rev', now, 'new', n)
  if redis.call('EXISTS', hooks) == 1 then redis.call('ZADD', KEYS[5], 'LT', ms, account) end
  redis.call('PUBLISH', ARGV[3], account .. ' ' .. now)
end
return {'done', least}
