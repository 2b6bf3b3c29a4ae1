import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { yamlFrontmatter } from '@codemirror/lang-yaml';

/** GitHub's Markdown, with front matter. */
export const readmeLanguage = yamlFrontmatter({
  content: markdown({ base: markdownLanguage, completeHTMLTags: false, pasteURLAsLink: true }),
});

export const readmeParser = readmeLanguage.language.parser;
