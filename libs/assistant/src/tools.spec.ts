/** The generator of the schemas reads the document of a service that lists these tools when it starts. */
describe('the tools of assistants', () => {
  it('load while the generated schemas lack a name that a tool needs', async () => {
    jest.doMock('./api-schemas.json', () => ({}));
    const { TOOLS } = await import('./tools');
    expect(TOOLS.length).toBeGreaterThan(5);
  });
});
