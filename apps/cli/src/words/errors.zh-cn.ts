import type { Words } from './words';

export const STATES: Words['states'] = {
  draft: '草稿',
  review_pending: '评审中',
  recommended: '已推荐',
  changes_requested: '需要修改',
  interviewing: '访谈中',
  approved_to_ship: '可以寄送',
  shipment_submitted: '已提交收件信息',
  shipped: '已寄出',
  rejected: '未通过',
};

const nameOf = (state: unknown): string | undefined => new Map(Object.entries(STATES)).get(String(state));

const named = (state: unknown): string => {
  const name = nameOf(state);
  return name === undefined ? '' : `（${name}）`;
};

const now = (state: unknown): string => {
  const name = nameOf(state);
  return name === undefined ? '' : `项目现在的状态：${name}。`;
};

export const ERRORS: Words['errors'] = {
  AUTH_TOKEN_INVALID: '令牌无效、已撤销或已过期。',
  FORBIDDEN: '这个账号或令牌不能这样做。请检查 shipyard whoami，项目是否属于你。',
  AUTH_TOKEN_MISSING: '这个操作需要令牌。',
  QUOTA_EXCEEDED: ({ quota }) => `账号的配额（${String(quota)}）已用完。请删除不再需要的内容，或请工作人员提高上限。`,
  PROJECT_NOT_FOUND: '没有这个项目，或者你看不到它。请检查 slug，并用 shipyard whoami 看看你是谁。',
  PROGRAM_NOT_FOUND: '没有这个计划。请检查 shipyard.yaml 里的 program。',
  DOC_NOT_FOUND: '没有这个文档。运行 shipyard docs 查看列表。',
  SLUG_TAKEN: '这个 slug 已被使用。请换一个。',
  PROGRAM_CLOSED: '这个计划现在不接受新项目。',
  REVIEW_NOT_READY: '还不能评审。请先写好 README 和足够的日志，再运行 shipyard sync。',
  REVIEW_IN_PROGRESS: '评审已在进行。运行 shipyard review --watch 跟进。',
  STATE_CONFLICT: ({ state }) => `项目现在的状态${named(state)}不允许这样做。运行 shipyard status 查看。`,
  INTERVIEW_NOT_AVAILABLE: ({ state }) => `如果计划有访谈，评审推荐项目之后、工作人员决定之前可以开始。${now(state)}`,
  SHIPMENT_NOT_ALLOWED: ({ state }) => `项目获准寄送之后、包裹寄出之前可以填写收件信息。${now(state)}`,
  GUARDIAN_CONSENT_REQUIRED: '未满 18 岁时，需要家长或监护人同意。',
  RATE_LIMITED: '请求太多。请稍后再试。',
  VALIDATION_FAILED: '有些内容缺失、类型不对或超出范围。请改正下面列出的内容。',
  MALFORMED_BODY: '服务器读不懂这个请求。请更新 shipyard，再运行一次。',
  PROJECT_INCOMPLETE: '已完成的项目需要一份 README 和一篇日志。请先补上。',
  README_IMAGE_MISSING: 'README 用到的图片没有发送。请运行 shipyard check 查看。',
  README_FRONT_MATTER_INVALID: 'README 开头的 front matter 不是有效的 YAML。请运行 shipyard check 查看。',
  README_NOT_FOUND: '这个项目还没有 README。请写一份，再运行 shipyard sync。',
  IMAGE_TYPE_UNSUPPORTED: '有文件已损坏，或不是能接受的图片。请用 PNG、JPEG、WebP 或 GIF。',
  IMAGE_TOO_LARGE: '有图片太大。请用不超过 5 MB、4000 万像素、300 帧的图片。',
  PAYLOAD_TOO_LARGE: '一次发送的内容太多。请减少一些。',
  LOG_SEQUENCE_EXISTS: '日志的编号已被使用。请用 shipyard log renumber FROM TO 换一个。',
  IDEMPOTENCY_IN_PROGRESS: '同一个请求正在处理。请稍等一下再运行。',
  INTERVIEW_CREDENTIAL_INVALID: '这次访谈的凭据无效或已过期。请重新运行 shipyard interview。',
  NOT_FOUND: '这个网址没有内容。请检查 SHIPYARD_URL。',
  ASSET_NOT_FOUND: '这张图片不存在。请再运行一次。',
  SERVICE_UNAVAILABLE: '服务暂时不可用。请稍后再试。',
  INTERNAL: '服务出错了。请稍后再试。',
};
