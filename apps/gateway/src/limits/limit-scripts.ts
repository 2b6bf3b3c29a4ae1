import { STEP_MS, WINDOW_MS } from './sliding-window';

/*
 * Each script is atomic in Redis. A key has two entries:
 *
 * window: A hash of its sliding window (see sliding-window.ts): the sums, the numbers of the first and last step, and
 *   each step as "startedAt lastAt requests tokens". Numbers start with the creation time, so that no late correction
 *   hits a later hash.
 * leases: A sorted set of the calls under way, by expiry.
 *
 * Redis's own time is used, because the clocks of the processes differ. Only the property test replaces REDIS_CLOCK.
 */
export const REDIS_CLOCK = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

const WINDOW = `
local function whole(number) return string.format('%.0f', number) end
local state = redis.call('HMGET', KEYS[1], 'first', 'last', 'requests', 'tokens')
local first, last = tonumber(state[1] or now), tonumber(state[2] or now - 1)
local usedRequests, usedTokens = tonumber(state[3] or 0), tonumber(state[4] or 0)
local function read(number)
  local startedAt, lastAt, requests, tokens = string.match(redis.call('HGET', KEYS[1], whole(number)), '(%d+) (%d+) (%d+) (%d+)')
  return { startedAt = tonumber(startedAt), lastAt = tonumber(lastAt), requests = tonumber(requests), tokens = tonumber(tokens) }
end
local function write(number, step)
  redis.call('HSET', KEYS[1], whole(number), whole(step.startedAt)..' '..whole(step.lastAt)..' '..whole(step.requests)..' '..whole(step.tokens),
    'first', whole(first), 'last', whole(last), 'requests', whole(usedRequests), 'tokens', whole(usedTokens))
end`;

/**
 * KEYS window, leases. ARGV tokens, rpm, tpm, max calls (-1: no limit), lease id, lease ms, 1 to count or 0 to look.
 * Returns: refused by (0 nothing, 1 requests, 2 tokens, 3 calls), requests, tokens, ms until the window is empty, ms to
 * wait, step.
 */
export const TAKE = `${WINDOW}
local tokens, rpm, tpm, most, leaseMs = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[6])
while first <= last do
  local step = read(first)
  if step.lastAt + ${WINDOW_MS} > now then break end
  redis.call('HDEL', KEYS[1], whole(first))
  usedRequests, usedTokens, first = usedRequests - step.requests, usedTokens - step.tokens, first + 1
end
local newest = first <= last and read(last) or nil
if newest then
  now = math.max(now, newest.lastAt)
  redis.call('HSET', KEYS[1], 'first', whole(first), 'requests', whole(usedRequests), 'tokens', whole(usedTokens))
else
  redis.call('DEL', KEYS[1])
  first, last = now, now - 1
end
local function answer(refusedBy, waitMs, step)
  return { refusedBy, usedRequests, usedTokens, newest and newest.lastAt + ${WINDOW_MS} - now or 0, waitMs, step }
end
if ARGV[7] == '0' then return answer(0, 0, 0) end
local requestsToFree = rpm < 0 and 0 or usedRequests + 1 - rpm
local tokensToFree = (tpm < 0 or tokens == 0) and 0 or math.min(usedTokens, usedTokens + tokens - tpm)
if requestsToFree > 0 or tokensToFree > 0 then
  local requestsFreed, tokensFreed = 0, 0
  for number = first, last do
    local step = read(number)
    requestsFreed, tokensFreed = requestsFreed + step.requests, tokensFreed + step.tokens
    if requestsFreed >= requestsToFree and tokensFreed >= tokensToFree then
      return answer(requestsToFree > 0 and 1 or 2, step.lastAt + ${WINDOW_MS} - now, 0)
    end
  end
  return answer(requestsToFree > 0 and 1 or 2, ${WINDOW_MS}, 0)
end
if most >= 0 then
  redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', whole(now))
  if redis.call('ZCARD', KEYS[2]) >= most then return answer(3, 0, 0) end
  redis.call('ZADD', KEYS[2], whole(now + leaseMs), ARGV[5])
  redis.call('PEXPIRE', KEYS[2], whole(leaseMs))
end
if not newest or now - newest.startedAt >= ${STEP_MS} then
  newest, last = { startedAt = now, requests = 0, tokens = 0 }, last + 1
end
newest.lastAt, newest.requests, newest.tokens = now, newest.requests + 1, newest.tokens + tokens
usedRequests, usedTokens = usedRequests + 1, usedTokens + tokens
write(last, newest)
redis.call('PEXPIRE', KEYS[1], ${WINDOW_MS})
return answer(0, 0, last)`;

/** Ends a call. KEYS window, leases. ARGV step, correction of its tokens, lease id, 1 if it does not count at all. */
export const END = `${WINDOW}
redis.call('ZREM', KEYS[2], ARGV[3])
local number, change, undone = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[4] or 0)
if change == 0 and undone == 0 or number < first or number > last then return 0 end
local step = read(number)
change = math.max(-step.tokens, change)
step.tokens, usedTokens = step.tokens + change, usedTokens + change
undone = math.min(step.requests, undone)
step.requests, usedRequests = step.requests - undone, usedRequests - undone
write(number, step)
return 1`;

/** KEYS set of the keys whose clients leave. ARGV key. */
export const NOTE_ABANDONING = `
redis.call('ZADD', KEYS[1], string.format('%.0f', now + ${WINDOW_MS}), ARGV[1])
redis.call('PEXPIRE', KEYS[1], ${WINDOW_MS})
return 1`;

/** KEYS that set. Returns the keys whose clients left within the window. */
export const FIND_ABANDONING = `
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now))
return redis.call('ZRANGE', KEYS[1], 0, -1)`;

/** KEYS leases. ARGV lease ms, how many leases continue, their ids, the ids of ended leases. */
export const RENEW = `
local goOn = tonumber(ARGV[2])
for at = 3, #ARGV do
  if at <= goOn + 2 then
    redis.call('ZADD', KEYS[1], string.format('%.0f', now + ARGV[1]), ARGV[at])
  else
    redis.call('ZREM', KEYS[1], ARGV[at])
  end
end
if goOn > 0 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return goOn`;
