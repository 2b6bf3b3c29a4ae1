/** A button says what is chosen beside it, such as "Approve". Until something is, it keeps its own name. */
export function nameButtons(root: ParentNode): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>('button[data-named-by]')) {
    const own = button.textContent;
    const name = () => {
      const chosen = button.form?.querySelector<HTMLInputElement>(`[name="${button.dataset.namedBy}"]:checked`);
      button.textContent = chosen?.labels?.[0]?.textContent ?? own;
    };
    for (const event of ['input', 'change']) button.form?.addEventListener(event, name);
    name();
  }
}
