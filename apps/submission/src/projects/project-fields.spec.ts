import { RequestFault } from '@shipyard/http';
import { requireProjectFields } from './project-fields';

describe('the fields of a project', () => {
  it('are refused by the name that the request has for them', () => {
    expect(requireProjectFields({ tagline: 'Hi', other: 1 }, '')).toEqual({ tagline: 'Hi' });
    try {
      requireProjectFields({ demo_urls: ['x'] }, 'front_matter.');
      throw new Error('was accepted');
    } catch (error) {
      expect(error).toBeInstanceOf(RequestFault);
      expect(JSON.stringify(error)).toContain('front_matter.demo_urls');
    }
  });
});
