import { commonPasswordProblem } from './common-password';

describe('common passwords', () => {
  it.each(['password', '1234567890', 'qwertyuiop', 'PASSWORD123', 'Basketball', 'ｑｗｅｒｔｙｕｉｏｐ'])(
    'include %s',
    (password) => {
      expect(commonPasswordProblem(password)).toBe('is one of the most common passwords. Choose another');
    },
  );

  it.each(['correct horse battery', 'xxxxxxxxxx', 'qwertyuiop ', '', null, 1234567890])(
    'do not include %p',
    (value) => {
      expect(commonPasswordProblem(value)).toBeNull();
    },
  );
});
