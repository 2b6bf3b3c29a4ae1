/** On the pages of a project that a guardian reads. */
export const childProject = {
  title: (name: string) => `${name}: read by a parent or guardian`,
  notice: 'Your link opened this page',
  public: 'You read it as everyone does: it is public.',
  unlisted: 'You read it as those do who have its web address.',
  private:
    'You read it as visitors would if it were public. It is private: only you, the child and our staff can read it.',
  hidden: 'You read it as visitors would if it were not hidden. Only you, the child and our staff can read it.',
  back: 'Back to your decision',
};
