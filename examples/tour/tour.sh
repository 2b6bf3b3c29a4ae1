value() { sed -n "s/^ *\"$1\": \"\(.*\)\".*/\1/p" "${DATA_DIR:-.data}/credentials.json" | head -n 1; }
SUBMISSION=$(value submission_url)
GATEWAY=$(value gateway_url)
TOKEN=$(value token)
PROGRAM=$(value program_id)
KEY=$(value enterprise_key)
ADMIN=$(value gateway_admin_key)

SLUG=tour-$(date +%s)
field() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p" | head -n 1; }

printf '\n--- A project in the demo program\n'
curl -sS "$SUBMISSION/projects" -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \
  -d "{\"program_id\":\"$PROGRAM\",\"slug\":\"$SLUG\",\"name\":\"Balcony garden\"}"

printf '\n\n--- Its README, with the images that it refers to\n'
curl -sS -X PUT "$SUBMISSION/projects/$SLUG/readme" -H "Authorization: Bearer $TOKEN" \
  -F 'readme=<examples/tour/README.md' \
  -F 'images/banner.png=@examples/tour/images/banner.png' \
  -F 'images/wiring.png=@examples/tour/images/wiring.png' \
  -F 'images/café bench.jpg=@examples/tour/images/café bench.jpg' | grep -oE '"images":.*|"ok":false.*'

printf '\n--- Two logs, the first with a picture\n'
curl -sS "$SUBMISSION/projects/$SLUG/logs" -H "Authorization: Bearer $TOKEN" \
  -F 'title=A week of readings' -F 'text=Three pots dry out together. The line for the basil is steeper.' -F 'picture=@examples/tour/moisture.png' \
  | grep -oE '"log":\{[^}]*\}|"ok":false.*'
curl -sS "$SUBMISSION/projects/$SLUG/logs" -H "Authorization: Bearer $TOKEN" \
  -F 'title=The valve closes' -F 'text=It used to stay open when the board restarted. A spring fixed that.' \
  | grep -oE '"log":\{[^}]*\}|"ok":false.*'

printf '\n--- The project as everybody sees it\n'
curl -sS "$SUBMISSION/projects/$SLUG"

printf '\n\n--- Its header image\n'
IMAGE=$(curl -sS "$SUBMISSION/projects/$SLUG" | field header_image_url)
curl -sS -D - -o /dev/null "${SUBMISSION%/api/v1}$IMAGE"

printf '\n--- The photo was taken with a position, which is gone: lines with Exif before and after\n'
PHOTO=$(curl -sS "$SUBMISSION/projects/$SLUG" | grep -o '/api/v1/assets/[^"\\]*\.jpe*g' | head -n 1)
grep -ac Exif 'examples/tour/images/café bench.jpg'
curl -sS "${SUBMISSION%/api/v1}$PHOTO" | grep -ac Exif

printf '\n--- A review, which a worker asks of the gateway\n'
curl -sS -X POST "$SUBMISSION/projects/$SLUG/review/request" -H "Authorization: Bearer $TOKEN"
printf '\n'
for SECOND in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  STATUS=$(curl -sS "$SUBMISSION/projects/$SLUG/status" -H "Authorization: Bearer $TOKEN" | grep -o '"status":"[a-z]*"' | head -n 1)
  printf '%s\n' "$STATUS"
  case "$STATUS" in *succeeded*|*failed*) break ;; esac
  sleep 1
done
curl -sS "$SUBMISSION/projects/$SLUG" | grep -o '"review":.*'

printf '\n--- The models of the gateway\n'
curl -sS "$GATEWAY/v1/models"

printf '\n\n--- A chat completion, plain and streamed\n'
curl -sS "$GATEWAY/v1/chat/completions" -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \
  -d '{"model":"sandbox-chat","messages":[{"role":"user","content":"What should grow on a balcony?"}]}'
printf '\n'
curl -sS -N "$GATEWAY/v1/chat/completions" -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \
  -d '{"model":"sandbox-chat","stream":true,"stream_options":{"include_usage":true},"messages":[{"role":"user","content":"And in the shade?"}]}'

printf '\n--- An image at once\n'
IMAGE=$(curl -sS "$GATEWAY/v1/images/generations" -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \
  -d '{"model":"sandbox-image","prompt":"Five pots on one hose"}' | field url)
printf '%s\n' "$IMAGE"
curl -sS -D - -o /dev/null "$IMAGE"

printf '\n--- An image as a task\n'
TASK=$(curl -sS "$GATEWAY/v1/images/tasks" -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \
  -d '{"model":"sandbox-image","prompt":"A tomato in the rain"}' | field id)
for SECOND in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  RESULT=$(curl -sS "$GATEWAY/v1/images/tasks/$TASK" -H "Authorization: Bearer $KEY")
  printf '%s\n' "$RESULT"
  case "$RESULT" in *'"status":"succeeded"'*|*'"status":"failed"'*) break ;; esac
  sleep 1
done

printf '\n--- A web search\n'
curl -sS "$GATEWAY/v1/searches" -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \
  -d '{"query":"tomatoes on a balcony","count":3}'
printf '\n'

printf '\n--- What all of it cost\n'
curl -sS "$GATEWAY/admin/ledger?limit=10" -H "Authorization: Bearer $ADMIN"
printf '\n'
