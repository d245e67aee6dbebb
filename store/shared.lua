-- What the scripts of commits, creations and seeks share. ARGV[1] is the call as MessagePack: a map
-- whose members store/script.py and store/seeks.py describe. KEYS declares every key that the call
-- names.
local call = cmsgpack.unpack(ARGV[1])
local time = redis.call('TIME')
local ms = time[1] * 1000 + math.floor(time[2] / 1000)

-- Return the stored answer of a duplicate request.
local function answer_of_duplicate()
  return call.answer and redis.call('GET', call.answer.key)
end

local function remember_answer()
  if call.answer then
    redis.call('SET', call.answer.key, call.answer.body, 'EX', call.answer.seconds)
  end
end

-- The fields of the match's hash follow the call as names and values, so that no blob is copied.
local function write_fields(rev)
  redis.call('HSET', call.game, 'rev', rev, unpack(ARGV, 2))
end

-- An index without a score loses the match. One that `lasts` ends some time after its last change.
local function write_indexes()
  for _, index in ipairs(call.indexes) do
    if index.score then
      redis.call('ZADD', index.key, index.score, call.id)
      if index.lasts then redis.call('PEXPIRE', index.key, index.lasts) end
    else
      redis.call('ZREM', index.key, call.id)
    end
  end
end

-- Return the number of the first cap that leaves no room for another match, if any. A match that has
-- not moved for a long time counts no more, nor does one that was lost.
local function full_cap()
  for number, cap in ipairs(call.caps or {}) do
    redis.call('ZREMRANGEBYSCORE', cap.key, '-inf', ms - cap.lasts)
    if redis.call('ZCARD', cap.key) >= cap.most then return number end
  end
end

local function tell_accounts(rev, new)
  for _, account in ipairs(call.accounts) do
    redis.call('XADD', account.feed, 'MAXLEN', '~', call.feed_length, '*',
      'game', call.id, 'rev', rev, 'new', new)
    if redis.call('EXISTS', account.webhooks) == 1 then
      redis.call('ZADD', call.webhooks_due, 'LT', ms, account.id)
    end
    redis.call('PUBLISH', call.channel, account.id .. ' ' .. rev)
  end
end
