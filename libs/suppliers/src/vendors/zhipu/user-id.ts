const LENGTH = { min: 6, max: 128 };

export const userIdOf = (user: string | undefined) =>
  user !== undefined && user.length >= LENGTH.min && user.length <= LENGTH.max ? { user_id: user } : {};
