export function firstQuestionOf(projectName: string, lastLogTitle: string | null): string {
  if (lastLogTitle === null) return `Tell us about “${projectName}”: what does it do, and what made you build it?`;
  return `Your latest log about “${projectName}” is “${lastLogTitle}”. What did you want to do there, what did not go as you had planned, and what did you change?`;
}
