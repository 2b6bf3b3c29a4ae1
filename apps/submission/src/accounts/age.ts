const ADULT_YEARS = 18;

/** 18 or older. Dates are `YYYY-MM-DD` in UTC. In common years, people born on 29 February come of age on 1 March. */
export function isAdult(birthDate: string | null, today = new Date().toISOString().slice(0, 10)): boolean {
  if (birthDate === null) return false;
  const eighteenth = `${String(Number(birthDate.slice(0, 4)) + ADULT_YEARS).padStart(4, '0')}${birthDate.slice(4)}`;
  return eighteenth <= today;
}
