/** An id of version 7 in SQL, as the service makes them: other suites look at every id. */
export const NEW_ID = `overlay(gen_random_uuid()::text placing '7' from 15 for 1)::uuid`;
