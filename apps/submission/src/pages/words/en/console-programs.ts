const counted = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);

/** The organiser's part of the console. */
export const consolePrograms = {
  list: {
    title: 'Programs',
    create: 'Create a program',
    newestFirst: 'All programs, the newest first',
    none: 'There is no program yet. Create the first one, and people can start projects in it.',
    noMore: 'There are no more programs.',
    program: 'Program',
    projects: 'Projects',
    toDecide: 'To decide',
    shipped: 'Shipped',
    places: 'Pages of the list',
    here: (count: number) => `${counted(count, 'program', 'programs')} on this page`,
    newest: 'Newest',
    older: 'Older',
  },
  program: {
    back: 'All programs',
    edit: 'Edit',
    copy: 'Copy',
    publicPage: 'Public page',
    endsExactly: 'ends exactly at',
    done: {
      created: 'The program is created.',
      saved: 'The program is saved.',
      closed: 'The program is closed.',
      reopened: 'The program is open again, within its dates.',
      phrases: 'The phrases are saved.',
    },
  },
  figures: {
    title: 'Figures',
    nobody: 'Nobody has started a project here yet.',
    sentence: (
      people: number,
      joined: number,
      reviewed: number,
      recommended: number,
      approved: number,
      shipped: number,
    ) =>
      `${counted(people, 'person', 'people')} joined. Of ${counted(joined, 'project', 'projects')}, ${reviewed} asked for a review, ${recommended} got a recommendation or came further, ${approved} got the approval, and ${shipped} shipped.`,
    funnel: 'How far the projects came',
    step: 'Came at least to',
    projects: 'Projects',
    share: 'Of all',
    steps: {
      joined: 'Started',
      reviewed: 'Asked for a review',
      recommended: 'Recommended',
      approved: 'Approved',
      shipped: 'Shipped',
    },
  },
  closing: {
    title: 'Close or reopen',
    isClosed: 'Staff closed this program.',
    now: {
      open: 'People can start projects here.',
      upcoming: 'People can start projects here from its first day on.',
      ended: 'The program has ended, so nobody can start a project here.',
      closed: 'Nobody can start a project here.',
    },
    means: {
      close:
        'If you close it, nobody can start a new project here, and the public page says so. Projects that are there go on: their makers can ask for a review, and staff decide and ship. You can reopen it at any time.',
      reopen:
        'If you reopen it, people can start projects here again, within its dates. Projects that are there do not change.',
    },
    reopenEnded:
      'The last day has passed, so reopening alone lets nobody in. Edit the program and give it a later last day too.',
    close: 'Close the program',
    reopen: 'Reopen the program',
  },
  form: {
    create: 'Create a program',
    createNow: 'Create the program',
    createMeans: 'Visitors see a program as soon as it is created.',
    copy: 'Copy a program',
    copyLead: 'Everything comes from the original but its id and its dates.',
    edit: (name: string) => `Edit “${name}”`,
    save: 'Save the program',
    preview: 'Preview',
    cancel: 'Cancel',
    idStays: 'The id never changes, because links lead to it.',
    refused: 'The program was not saved',
    changed:
      'Somebody else changed this program while you wrote. What you wrote is below. Open the program in another tab to compare. If you save now, your text replaces theirs.',
  },
  fields: {
    name: { label: 'Name', hint: '1 to 80 characters.', invalid: 'Use 1 to 80 characters on one line.' },
    id: {
      fact: 'Id',
      label: 'Id (optional)',
      hint: 'It stands in the address of the program: a–z, 0–9 and hyphens, at most 64. Left empty, it is made from the name.',
      invalid: 'Use 1 to 64 characters: a–z, 0–9 and hyphens.',
    },
    tagline: {
      label: 'In one sentence (optional)',
      hint: 'At most 200 characters. It stands in lists and below the name.',
      invalid: 'Use at most 200 characters on one line.',
    },
    description_md: {
      label: 'Description (optional)',
      hint: 'Markdown, at most 64 KB. Write all languages that your participants read: each person sees the same text.',
      invalid: 'This text cannot be shown. Make it simpler, or remove what is no text.',
    },
    starts_on: {
      label: 'First day (optional)',
      hint: 'Without it, the program has begun.',
      invalid: 'Choose a day that exists. A time alone is not enough.',
    },
    starts_time: {
      label: 'From (UTC)',
      hint: 'Such as 08:00. Without it: 00:00.',
      invalid: 'Write a time such as 08:00.',
    },
    ends_on: {
      label: 'Last day (optional)',
      hint: 'Without it, the program has no end.',
      invalid: 'Choose a day that exists. A time alone is not enough.',
    },
    ends_time: { label: 'Until (UTC)', hint: 'Without it: 23:59:59.', invalid: 'Write a time such as 18:00.' },
    logs_required: {
      label: 'Logs before a review',
      hint: 'How many logs a project needs, 1 to 1,000.',
      invalid: 'Write a number from 1 to 1,000.',
    },
    interview_questions: {
      label: 'Questions of the interview',
      hint: '0 to 20. With 0 there is no interview.',
      invalid: 'Write a number from 0 to 20.',
    },
    rubric: {
      label: 'Rubric (optional)',
      hint: 'The questions that a review answers with a score each, one a line, at most 20. Such as “safety: Can it hurt nobody?” The word before the colon is its id. A line without an id gets one. Keep an id, and later scores can be compared with earlier ones.',
      invalid: 'Use at most 20 lines, with 1 to 200 characters each.',
    },
    prize: { label: 'Prize', hint: 'What makers get for a project that staff approve.', invalid: 'Choose one.' },
    prize_name: {
      label: 'Name of the prize',
      hint: 'Only if there is one. 1 to 80 characters.',
      invalid: 'Use 1 to 80 characters, or choose that there is no prize.',
    },
    documents: {
      label: 'Documents (optional)',
      hint: 'What participants should read, one document a line: title, a space, then its address with https://. An id and a colon may stand before the title.',
      invalid: 'Write a title of 1 to 120 characters, a space, and an address with http:// or https://.',
    },
  },
  prizes: { none: 'No prize', handed: 'A prize that is not sent by post', posted: 'A prize that is sent by post' },
  errors: {
    line: (line: number) => `Line ${line}: `,
    twice: 'This id stands on an earlier line.',
    taken: 'Another program has this id. Choose another one.',
    order: 'The end must come after the beginning.',
    unsaid: 'The prize has a name. Choose how makers get it, or empty its name.',
  },
  preview: {
    title: (name: string) => `Preview of “${name}”`,
    word: 'Preview',
    nothingStored: 'Below is the public page as it would be. Nothing is saved yet, and visitors see nothing of it.',
    create: 'Create the program',
    save: 'Save the program',
    back: 'Back to the form',
  },
  phrases: {
    title: 'Prepared phrases',
    of: 'For decisions in',
    lead: 'Reviewers choose one of these on the decision page, and it is put into the reason, where they can change it. Makers read it, so write it to them.',
    label: 'Phrases',
    hint: 'Leave an empty line between two phrases. At most 30, with at most 1,000 characters each.',
    save: 'Save the phrases',
    refused: 'The phrases were not saved',
    changed:
      'Somebody else changed them while you wrote. Theirs stand below, and what you wrote is in the field. If you save now, yours replace theirs.',
    removed:
      'Somebody else removed all phrases while you wrote. What you wrote is in the field. If you save now, it is kept.',
    errors: {
      long: (phrase: number) => `Phrase ${phrase} is too long. Use at most 1,000 characters.`,
      invalid: (phrase: number) => `Phrase ${phrase} has control characters. Type it again.`,
      many: (most: number) => `There are more than ${most} phrases. Remove some.`,
    },
  },
  choosing: {
    label: 'Prepared phrase',
    none: 'Choose one',
    insert: 'Insert',
    edit: 'Edit the phrases',
    write: 'Write prepared phrases for this program',
  },
};
