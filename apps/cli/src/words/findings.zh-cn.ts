/** A sentence of the rules, and how it is said in Chinese. */
export type Sayings = Readonly<Record<string, string>>;

export const SUBJECTS: Sayings = {
  'The README': 'README ',
  'The log': '日志',
  'The file': '文件',
  'The image': '图片',
};

/** Whole sentences. */
export const FINDINGS: Sayings = {
  'The README is larger than {0}. Shorten it.': 'README 超过 {0}。请缩短。',
  'A merge left two versions here. Choose one, and delete the marks.':
    '合并在这里留下了两个版本。请选定一个，并删除标记。',
  'This sentence is of the template. Write your own in its place.': '这句话是模板里的。请换成你自己的话。',
  'The project has no README yet. A review needs one.': '项目还没有 README。评审需要它。',
  'The README has fewer than {0} characters. Reviews expect more.': 'README 不到 {0} 个字符。评审希望看到更多。',
  'The README has no image, so the project has none in lists. Add one.':
    'README 没有图片，所以项目在列表里也没有图片。请加一张。',
  'A completed project needs {0}.': '已完成的项目需要{0}。',
  'This is not sent: the name of a log begins with its number, as in 0007-title.md.':
    '这个文件不会发送：日志的文件名以编号开头，例如 0007-title.md。',
  'The log has no text. Say in a sentence what happened.': '日志没有文字。请用一句话说说发生了什么。',
  'Several logs have the number {0}: {1}. Give each its own.': '几篇日志的编号都是 {0}：{1}。请让每篇有自己的编号。',
  'The project has no logs yet. Write the first one.': '项目还没有日志。请写第一篇。',
  'The log is larger than {0}. Shorten it, or write a second log.': '日志超过 {0}。请缩短，或再写一篇。',
  'The log needs front matter with a title: ---, title: …, ---.':
    '日志开头需要有标题的 front matter：---，title: …，---。',
  '{0} is not a known key. The keys of a log are title and date.': '没有 {0} 这个键。日志的键是 title 和 date。',
  '{0} is not a known key. The keys are {1}.': '没有 {0} 这个键。可用的键是 {1}。',
  'An image without https is shown as a link: {0}': '不是 https 的图片会显示为链接：{0}',
  'An image of another site may be shown as a link: {0}. To show it for certain, put its file in the folder.':
    '别的网站的图片可能显示为链接：{0}。要确保显示，请把图片文件放进文件夹。',
  'The image {0}. Use a PNG, JPEG, WebP or GIF. {1} shows it.': '图片{0}。请用 PNG、JPEG、WebP 或 GIF。图片用在 {1}。',
  'The image {0}. Make it smaller, or run shipyard sync --resize. {1} shows it.':
    '图片{0}。请缩小，或运行 shipyard sync --resize。图片用在 {1}。',
  'The image is {0}, which takes long to upload. Consider a smaller one.': '图片有 {0}，上传要很久。最好用小一点的。',
  'Neither the README nor a log shows this image, so it is not sent.':
    'README 和日志都没有用到这张图片，所以不会发送。',
  'This folder has no shipyard.yaml. Run "shipyard init", or go to the folder of your project.':
    '这个文件夹里没有 shipyard.yaml。请运行 shipyard init，或进入项目的文件夹。',
  'The front matter is larger than {0} bytes.': 'front matter 超过 {0} 字节。请缩短。',
  'The front matter is not a YAML mapping.': 'front matter 不是由键和值组成的 YAML。',
  'The file is not a YAML mapping.': '文件不是由键和值组成的 YAML。',
  'Aliases are not accepted in the file.': '文件里不能用别名。',
  'Anchors are not accepted in the file.': '文件里不能用锚点。',
  'Tags are not accepted in the file.': '文件里不能用 YAML 标签。',
  'Aliases are not accepted in the {0}.': '{0} 里不能用别名。',
  'Anchors are not accepted in the {0}.': '{0} 里不能用锚点。',
  'Tags are not accepted in the {0}.': '{0} 里不能用 YAML 标签。',
};

/** Why the parser of YAML stopped. */
export const YAML_REASONS: Sayings = {
  'the stream contains non-printable characters': '里面有不能显示的字符',
  'deficient indentation': '缩进太少，或前面的引号、[ 或 { 没有结束',
  'bad indentation of a mapping entry': '请检查这里的缩进、引号和冒号',
  'bad indentation of a sequence entry': '列表项的缩进不对',
  'tab characters must not be used in indentation': '缩进请用空格，不要用制表符',
  'unexpected end of the {0} within a single quoted scalar': '单引号没有结束',
  'unexpected end of the {0} within a double quoted scalar': '双引号没有结束',
  'unknown escape sequence': '双引号里的 \\ 后面不对。请写 \\\\',
  'expected hexadecimal character': '双引号里的 \\x 或 \\u 后面要写十六进制数字',
  'unexpected end of the stream within a flow collection': '[ 或 { 没有结束',
  'missed comma between flow collection entries': '[ ] 或 { } 里的各项之间要有逗号',
  "expected the node content, but found ','": '逗号前面缺少内容',
  'a whitespace character is expected after the key-value separator within a block mapping': '冒号后面要有空格',
  "expected ':' after a mapping key": '键的后面要有冒号',
  'can not read a block mapping entry; a multiline key may not be an implicit key':
    '这一行缺少冒号，或冒号后面没有空格',
  'duplicated mapping key': '同一个键写了两次',
  'nesting exceeded maxDepth ({0})': '嵌套超过 {0} 层',
  'end of the stream or a document separator is expected': '这里应该已经结束。请检查前一行',
  'directives end mark is expected': '这里应该是 ---',
  'a line break is expected': '| 或 > 后面要换行',
};
export const YAML_UNREADABLE = '写法不对';

/** What is wrong with a thing that is named before it. */
export const PROBLEMS: Sayings = {
  'a README and a log': '一份 README 和一篇日志',
  'a README': '一份 README',
  'a log': '一篇日志',
  'file shipyard.yaml': 'shipyard.yaml',
  'must be valid UTF-8': '必须是有效的 UTF-8',
  'must be valid Unicode': '必须是有效的 Unicode',
  'must not contain NUL characters': '不能有 NUL 字符',
  'contains an access token: remove it here, and revoke it, because others may have seen it':
    '里有访问令牌：请在这里删除它，并把它撤销，因为别人可能已经看到了',
  'contains an access token: remove it here, and revoke it': '里有访问令牌：请在这里删除它，并把它撤销',
  'must not be larger than {0}': '不能超过 {0}',
  'must not be empty': '不能为空',
  'must be a string': '必须是文字',
  'must be a list of strings': '必须是文字的列表',
  'must have at most {0} items': '最多有 {0} 项',
  'has an item that is not an http or https URL of at most {0} characters':
    '里有一项不是 http 或 https 网址，或超过 {0} 个字符',
  'has an item that {0}': '里有一项{0}',
  'must have {0} to {1} characters of a-z, 0-9 and -': '必须由 {0} 到 {1} 个 a-z、0-9 和 - 组成',
  'must have {0} to {1} characters': '必须有 {0} 到 {1} 个字符',
  'must not contain control characters': '不能有控制字符',
  'must be one of {0}': '必须是其中之一：{0}',
  'is required': '是必需的',
  'is reserved': '是保留的',
  'must be a day or an ISO 8601 time, as 2026-05-04 or 2026-05-04T18:30:00Z':
    '必须是日期或 ISO 8601 时间，例如 2026-05-04 或 2026-05-04T18:30:00Z',
  'must not be more than 24 hours in the future': '不能晚于现在 24 小时以上',
  'refers to an image that is not there: {0}. Write / between folders, not \\':
    '用到的图片不存在：{0}。文件夹之间请写 /，不要写 \\',
  'refers to an image that is not there: {0}. Write {1}, with %23 for #, %25 for % and %3F for ?':
    '用到的图片不存在：{0}。请写 {1}，# 写成 %23，% 写成 %25，? 写成 %3F',
  'refers to an image that is not there: {0}': '用到的图片不存在：{0}',
  'refers to an image that this project does not have: {0}': '用到的图片不属于这个项目：{0}',
  'has an image whose address cannot be replaced: {0}. Write it without escapes':
    '里有一张图片的地址不能替换：{0}。请不用转义来写',
  'has an image whose path {0}: {1}': '里有一张图片的路径{0}：{1}',
  'is nested too deeply': '嵌套太深',
  'renders to more than 2 MiB of HTML: shorten it, or repeat fewer footnotes':
    '生成的 HTML 超过 2 MiB：请缩短，或少重复脚注',
  'must not lead out of the project': '不能离开项目',
  'must not begin with /': '不能以 / 开头',
  'must not contain a drive letter': '不能有盘符',
  'must not contain .. segments': '不能有 ..',
  'is not a PNG, JPEG, WebP or GIF image': '不是 PNG、JPEG、WebP 或 GIF',
  'is damaged': '已损坏',
  'is in the format {0}': '是 {0} 格式',
  'is larger than {0}': '超过 {0}',
  'has more than {0} frames': '超过 {0} 帧',
  'has more than {0} megapixels over all frames': '所有帧一共超过 {0} 百万像素',
  'has more than {0} megapixels': '超过 {0} 百万像素',
};
