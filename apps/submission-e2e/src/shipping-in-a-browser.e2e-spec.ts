import { sharedStack, waitUntil } from '@shipyard/testing';
import { RECIPIENT } from './shipment';
import { studioSteps } from './studio-steps';

describe('an address in a browser', () => {
  const steps = studioSteps(sharedStack());
  const { url, minor, projectIn, signedIn } = steps;

  beforeAll(steps.open);
  afterAll(steps.close);

  it('reads an address back before it is sent, and names beside each field what is wrong', async () => {
    const slug = await projectIn('approved_to_ship', minor);
    await signedIn({}, async (page) => {
      const dialog = page.getByRole('dialog', { name: 'Is this right?' });
      const submit = () => page.click('main form button[type=submit]');
      const answer = (name: string) => dialog.getByRole('button', { name }).click();
      await page.goto(`${url}/studio/projects/${slug}/shipping`);
      await page.fill('#recipient_name', RECIPIENT.recipient_name);
      await page.fill('#recipient_phone', 'call me');
      await page.fill('#recipient_address', RECIPIENT.recipient_address);
      await page.check('#guardian_confirmed');
      await submit();
      await page.locator('#recipient_phone-error').getByText('at least five digits').waitFor();
      expect(await dialog.isVisible()).toBe(false);
      await page.fill('#recipient_phone', RECIPIENT.recipient_phone);
      await page.fill('#recipient_address', 'A'.repeat(5_000));
      await submit();
      await page.locator('#recipient_address-error').getByText('has 5000 characters. Use at most 500.').waitFor();
      expect(await page.locator('#recipient_address:focus').getAttribute('aria-invalid')).toBe('true');
      expect(await dialog.isVisible()).toBe(false);
      expect(await page.inputValue('#recipient_address')).toHaveLength(5_000);
      await page.fill('#recipient_address', RECIPIENT.recipient_address);
      await submit();
      expect(await page.locator('#recipient_address-error').count()).toBe(0);
      const { guardian_confirmed: _, ...texts } = RECIPIENT;
      expect(await dialog.locator('dd').allInnerTexts()).toEqual(Object.values(texts));
      await answer('Change');
      // The event of a dialog that closes comes a moment later.
      await waitUntil(
        () => page.locator('#read-back dd').allTextContents(),
        (shown) => shown.length === 3 && shown.every((text) => text === ''),
      );
      expect((await minor.status(slug)).state).toBe('approved_to_ship');
      await submit();
      await answer('Send');
      await page.getByRole('heading', { level: 1, name: 'We have your address' }).waitFor();
      expect(await page.content()).not.toContain(RECIPIENT.recipient_name);
    });
    expect((await minor.status(slug)).state).toBe('shipment_submitted');
  });

  it('keeps nothing of a recipient in the browser', async () => {
    const slug = await projectIn('approved_to_ship', minor);
    await signedIn({}, async (page) => {
      await page.goto(`${url}/studio/projects/${slug}/shipping`);
      await page.fill('#recipient_name', RECIPIENT.recipient_name);
      await page.fill('#recipient_address', RECIPIENT.recipient_address);
      await page.click('main form button[type=submit]');
      await page.getByRole('alert').waitFor();
      await page.reload();
      expect(await page.inputValue('#recipient_name')).toBe('');
      const kept = await page.evaluate<string>('JSON.stringify({ ...localStorage, ...sessionStorage })');
      expect(kept).not.toContain(RECIPIENT.recipient_name);
    });
  });
});
