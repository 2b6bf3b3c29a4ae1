import hljs from 'highlight.js/lib/common';
import arduino from 'highlight.js/lib/languages/arduino';
import armasm from 'highlight.js/lib/languages/armasm';
import cmake from 'highlight.js/lib/languages/cmake';
import dart from 'highlight.js/lib/languages/dart';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import elixir from 'highlight.js/lib/languages/elixir';
import glsl from 'highlight.js/lib/languages/glsl';
import haskell from 'highlight.js/lib/languages/haskell';
import http from 'highlight.js/lib/languages/http';
import julia from 'highlight.js/lib/languages/julia';
import matlab from 'highlight.js/lib/languages/matlab';
import nginx from 'highlight.js/lib/languages/nginx';
import openscad from 'highlight.js/lib/languages/openscad';
import powershell from 'highlight.js/lib/languages/powershell';
import scala from 'highlight.js/lib/languages/scala';
import verilog from 'highlight.js/lib/languages/verilog';
import vhdl from 'highlight.js/lib/languages/vhdl';
import x86asm from 'highlight.js/lib/languages/x86asm';
import { escapeHtml } from './escape-html';

const LANGUAGES = {
  arduino,
  armasm,
  cmake,
  dart,
  dockerfile,
  elixir,
  glsl,
  haskell,
  http,
  julia,
  matlab,
  nginx,
  openscad,
  powershell,
  scala,
  verilog,
  vhdl,
  x86asm,
};
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);

/** The maximum number of characters per block and per document. Code beyond it is shown without colors. */
const BLOCK_LIMIT = 50_000;
const DOCUMENT_LIMIT = 400_000;

export const CODE_CLASSES = [
  ...(
    'addition attr attribute built_in bullet char class code comment deletion doctag emphasis formula function keyword label ' +
    'link literal meta name number operator ' +
    'params property punctuation quote regexp section selector-attr selector-class selector-id selector-pseudo selector-tag string strong subst ' +
    'symbol tag template-tag template-variable title type variable'
  )
    .split(' ')
    .map((scope) => `hljs-${scope}`),
  ...['class_', 'constant_', 'dispatch_', 'escape_', 'function_', 'inherited__', 'invoke__', 'language_', 'prompt_'],
];

export class Highlighter {
  private remainingCharacters = DOCUMENT_LIMIT;

  html(code: string, language: string): string {
    if (code.length > Math.min(BLOCK_LIMIT, this.remainingCharacters) || !hljs.getLanguage(language))
      return escapeHtml(code);
    this.remainingCharacters -= code.length;
    return hljs.highlight(code, { language, ignoreIllegals: true }).value;
  }
}
