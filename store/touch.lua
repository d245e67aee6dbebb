-- Note the last use of an account's token, unless the token was revoked meanwhile.
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then
  redis.call('HSET', KEYS[1], ARGV[2], ARGV[3])
end
