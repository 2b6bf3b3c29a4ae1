import path from 'node:path';
import { COLORS, FONTS } from '@shipyard/ui/tokens';
import type { Navigation } from './navigation';
import { escaped, type RenderedPage } from './render-page';

/** The colors of the pages of both services. A site of files has no web font. */
const color = (name: keyof typeof COLORS) => `light-dark(${COLORS[name].light},${COLORS[name].dark})`;

const STYLE = `:root{color-scheme:light dark;--line:${color('line')};--strong:${color('lineStrong')}}
*{box-sizing:border-box}body{margin:0;background:${color('wall')};color:${color('ink')};font:16px/1.625 ${FONTS.text}}
:lang(zh){line-height:1.75;line-break:strict}
.frame{display:grid;grid-template-columns:17rem minmax(0,52rem);max-width:80rem;margin:auto}
nav{padding:28px 28px 28px 24px;font-size:15px}nav ul{list-style:none;margin:0;padding:0}
nav summary{font-weight:600;padding:10px 0;cursor:pointer}nav li{padding-left:12px}nav>ul li{padding:0;font-size:19px;font-weight:650}
nav a{display:block;padding:8px 0;color:${color('ink2')};text-decoration:none}nav a:hover{text-decoration:underline}
nav a[aria-current]{color:${color('ink')};font-weight:650}nav>p a{display:inline-block}
main{margin:28px 24px 56px 0;padding:28px 40px;min-width:0;background:${color('sheet')};border-radius:4px}main img{max-width:100%;border-radius:3px}
h1,h2,h3{line-height:1.25;text-wrap:balance;overflow-wrap:anywhere}h1{margin:0 0 20px;font-size:34px}h2{margin:40px 0 12px;font-size:24px}h3{margin:28px 0 8px;font-size:19px}
main a{color:${color('action')}}:focus-visible{outline:3px solid ${color('focus')};outline-offset:2px}
table{border-collapse:collapse;display:block;overflow-x:auto}td,th{min-width:7rem;border-bottom:1px solid var(--line);padding:8px 16px 8px 0;text-align:left;vertical-align:top}th{border-bottom:2px solid ${color('ink')}}
pre{overflow-x:auto;padding:12px 16px;background:${color('sunk')};border-radius:3px}code{font:.9em/1.5 ${FONTS.code};overflow-wrap:anywhere}pre code{overflow-wrap:normal}
input{width:100%;margin:12px 0;padding:10px 12px;border:1.5px solid var(--strong);border-radius:6px;background:${color('sheet')};color:inherit;font:inherit}
input::placeholder{color:${color('ink3')};opacity:1}#found{margin-bottom:12px}
@media(max-width:50rem){.frame{display:block}nav{padding:20px 16px}main{margin:0;padding:28px 16px;border-radius:0}h1{font-size:30px}}`;

/** Searches without a server, so it also works on files that were copied to a disk. */
export const SEARCH_SCRIPT = `const field=document.querySelector('#search'),found=document.querySelector('#found');
field.addEventListener('input',()=>{
  const words=field.value.toLowerCase().split(/\\s+/).filter(Boolean);
  found.replaceChildren();
  if(words.length===0)return;
  const hits=SECTIONS.map((section)=>{
    const [,title,heading,text]=section,name=(title+' '+heading).toLowerCase(),all=name+' '+text.toLowerCase();
    const matches=words.every((word)=>all.includes(word));
    return {section,score:matches?1+words.filter((word)=>name.includes(word)).length:0};
  }).filter((hit)=>hit.score>0).sort((one,other)=>other.score-one.score).slice(0,12);
  for(const {section:[url,title,heading]} of hits){
    const link=document.createElement('a');
    link.href=ROOT+url;
    link.textContent=title===heading?title:title+' › '+heading;
    found.append(link);
  }
  if(hits.length===0)found.textContent=found.dataset.nothing;
});`;

export function framePage(
  file: string,
  page: RenderedPage,
  navigation: Navigation,
  pages: ReadonlyMap<string, RenderedPage>,
): string {
  const root = path.posix.relative(path.posix.dirname(file), '.');
  const toRoot = root === '' ? './' : `${root}/`;
  const linkTo = (target: string) =>
    `<li><a href="${toRoot}${target.replace(/\.md$/, '.html')}"${target === file ? ' aria-current="page"' : ''}>${escaped(pages.get(target)?.title ?? target)}</a></li>`;
  const groups = navigation.groups.map(
    ({ title, pages: targets }) =>
      `<details${targets.includes(file) ? ' open' : ''}><summary>${title}</summary><ul>${targets.map(linkTo).join('')}</ul></details>`,
  );
  return `<!doctype html>
<html lang="${navigation.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(page.title)} · Shipyard</title><style>${STYLE}</style></head><body><div class="frame">
<nav><ul>${linkTo(navigation.home)}</ul><input id="search" type="search" placeholder="${navigation.search}" aria-label="${navigation.search}">
<div id="found" role="status" data-nothing="${navigation.nothing}"></div>${groups.join('\n')}</nav>
<main>${page.html}</main></div>
<script>const ROOT='${toRoot}'</script><script src="${toRoot}sections.${navigation.language}.js"></script><script src="${toRoot}search.js"></script>
</body></html>
`;
}
