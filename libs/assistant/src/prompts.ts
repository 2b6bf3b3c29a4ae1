export const TODAYS_LOG = {
  name: 'todays-log',
  title: "Write today's log",
  description: 'Asks what was done today, and writes a log of it with the person.',
  arguments: [
    { name: 'slug', description: 'The slug of the project.', required: true },
    { name: 'notes', description: 'What happened today, in any form.', required: false },
  ],
};

export function todaysLog({ slug, notes }: { slug: string; notes: string | undefined }): string {
  return [
    `Help me write today's log for my Shipyard project "${slug}".`,
    `First read the README (resource shipyard://projects/${slug}/readme) and the newest logs, so that the log continues them.`,
    notes === undefined || notes.trim() === ''
      ? 'Then ask me, in one message: what did I do today, what surprised me, what failed, and what comes next?'
      : `These are my notes:\n\n${notes}\n\nAsk me about what is missing or unclear, in one message.`,
    'Write the log in the first person, in my language, in 100 to 400 words: what I did, why, what went wrong, what I learned, what is next. Invent nothing: no figure, no result and no image that I did not name.',
    'Show me the title and the text. Only when I agree, send them with append_log. A log cannot be changed afterwards.',
  ].join('\n\n');
}
