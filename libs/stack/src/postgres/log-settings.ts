/** `terse` omits DETAIL, which has the violating row. Failed statements are not logged either. */
export const LOG_NO_VALUES = {
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_parameter_max_length_on_error: '0',
  log_parameter_max_length: '0',
  log_statement: 'none',
  log_min_duration_statement: '-1',
  log_min_duration_sample: '-1',
} as const;
