import type { Words } from './words';
import { FINDINGS, PROBLEMS, type Sayings, SUBJECTS, YAML_REASONS, YAML_UNREADABLE } from './findings.zh-cn';
import { zhCn } from './zh-cn';

/** A finding of the rules, which are written in English, in the language of the person. */
export function findingIn(words: Words, message: string): string {
  return words === zhCn ? toChinese(message) : message;
}

/** What is wrong with a thing that the sentence around it names. */
export function problemIn(words: Words, problem: string): string {
  return words === zhCn ? (said(PROBLEMS, problem) ?? problem) : problem;
}

const YAML_INVALID =
  /^The (.+?) is not valid YAML: (.+?)\. (?:Quote values that contain ": " or " #"|Keep one of them)\.$/s;

/** Translates a whole sentence, or else a subject and what is wrong with it. An unknown sentence stays as it is. */
function toChinese(message: string): string {
  const [, sentence = message, line, column] = /^(.*) \(line (\d+), column (\d+)\)$/s.exec(message) ?? [];
  const place = line === undefined ? '' : `（第 ${line} 行，第 ${column} 列）`;
  const [, subjectOfYaml = '', reason] = YAML_INVALID.exec(sentence) ?? [];
  if (reason !== undefined) {
    const why = said(YAML_REASONS, reason) ?? YAML_UNREADABLE;
    const subject = subjectOfYaml === 'file' ? '文件' : `${subjectOfYaml} `;
    const advice = sentence.endsWith('Keep one of them.') ? '请只留一个。' : '带有“: ”或“ #”的值要加引号。';
    return `${subject}不是有效的 YAML：${why}。${advice}${place}`;
  }
  const whole = said(FINDINGS, sentence) ?? said(PROBLEMS, sentence);
  if (whole !== null) return whole + place;
  const [, subject = '', problem = ''] = /^(The [a-zA-Z]+|[a-z_]+) (.*)\.$/s.exec(sentence) ?? [];
  const wrong = said(PROBLEMS, problem);
  return wrong === null ? message : `${SUBJECTS[subject] ?? `${subject} `}${wrong}。${place}`;
}

/** `{0}` stands for any text. A text that is itself a problem is translated too. */
function said(sayings: Sayings, text: string): string | null {
  for (const [english, chinese] of Object.entries(sayings)) {
    const found = matcherOf(english).exec(text);
    if (found !== null)
      return chinese.replace(/\{(\d)\}/g, (_, index: string) => {
        const part = found[Number(index) + 1] ?? '';
        return said(PROBLEMS, part) ?? part;
      });
  }
  return null;
}

function matcherOf(english: string): RegExp {
  const literal = english.split(/\{\d\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${literal.join('(.+?)')}$`, 's');
}
