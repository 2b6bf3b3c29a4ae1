export class S3Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message = code,
  ) {
    super(message);
  }
}

export const toXml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

export const errorXml = ({ code, message }: S3Refusal) =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${toXml(code)}</Code><Message>${toXml(message)}</Message></Error>`;
