/** Shows each field for a file, whose text is put into a field of the form. Without it, people paste the text. */
export function addFileFields(page: Document): void {
  for (const place of page.querySelectorAll<HTMLElement>('[data-file-into]')) {
    const input = place.querySelector<HTMLInputElement>('input[type=file]');
    const text = page.getElementById(place.dataset.fileInto ?? '');
    if (!input || !(text instanceof HTMLTextAreaElement)) continue;
    place.hidden = false;
    input.addEventListener('change', () => {
      const [file] = input.files ?? [];
      if (file) void put(file, text, page.getElementById(place.dataset.format ?? ''));
    });
  }
}

async function put(file: File, text: HTMLTextAreaElement, format: HTMLElement | null): Promise<void> {
  text.value = await file.text();
  if (format instanceof HTMLSelectElement) format.value = /\.ya?ml$/i.test(file.name) ? 'yaml' : 'csv';
}
