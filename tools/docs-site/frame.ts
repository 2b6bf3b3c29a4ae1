import path from 'node:path';
import type { Navigation } from './navigation';
import { escaped, type RenderedPage } from './render-page';

const STYLE = `:root{color-scheme:light dark;--line:color-mix(in srgb,currentColor 18%,transparent)}
*{box-sizing:border-box}body{margin:0;font:16px/1.6 system-ui,"Noto Sans SC",sans-serif}
.frame{display:grid;grid-template-columns:17rem minmax(0,1fr);max-width:80rem;margin:auto}
nav{padding:1.5rem;border-right:1px solid var(--line);font-size:.9rem}nav ul{list-style:none;margin:0;padding:0}
nav summary{font-weight:600;padding:.4rem 0;cursor:pointer}nav li{padding:.15rem 0 .15rem .8rem}
main{padding:1.5rem 2.5rem;min-width:0}main img{max-width:100%}
a{color:light-dark(#0a5d46,#6fd3b3)}nav a{text-decoration:none}nav a[aria-current]{font-weight:700}
table{border-collapse:collapse;display:block;overflow-x:auto}td,th{border:1px solid var(--line);padding:.35rem .6rem;text-align:left;vertical-align:top}
pre{overflow-x:auto;padding:1rem;border:1px solid var(--line)}code{font:.88em ui-monospace,monospace}
input{width:100%;font:inherit;padding:.4rem .6rem;margin-bottom:.8rem}#found{margin-bottom:1rem}#found a{display:block;padding:.3rem 0}
@media(max-width:50rem){.frame{display:block}nav{border:0;border-bottom:1px solid var(--line)}main{padding:1.2rem}}`;

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
