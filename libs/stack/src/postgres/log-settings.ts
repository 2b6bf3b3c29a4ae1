/**
 * Keeps values of rows out of the server's log. `terse` leaves out the DETAIL line, which holds the row that broke a constraint, and the statements of a
 * deadlock. The statement itself and its parameters stay out too.
 */
export const LOG_NO_VALUES = {
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_parameter_max_length_on_error: '0',
  log_parameter_max_length: '0',
  log_statement: 'none',
  log_min_duration_statement: '-1',
  log_min_duration_sample: '-1',
} as const;
