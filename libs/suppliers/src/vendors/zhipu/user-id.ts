const LENGTH = { min: 6, max: 128 };

/** A customer's label of an end user, unless it is too short or too long for it. */
export const userIdOf = (user: string | undefined) =>
  user !== undefined && user.length >= LENGTH.min && user.length <= LENGTH.max ? { user_id: user } : {};
