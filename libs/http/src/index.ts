export {
  ApiAnswers,
  ApiOperation,
  type DataShape,
  isOutsideApi,
  type Operation,
  operationOf,
  OutsideApi,
  type PlainAnswer,
} from './api-operation';
export {
  AnyJson,
  type Class,
  classSchemas,
  defaultsOf,
  Describe,
  Holds,
  type JsonSchema,
  ListOf,
  MoreFields,
  OrNull,
  referencesIn,
  RuleSchema,
  schemaDocument,
  SCHEMAS,
  withoutNull,
} from './class-schema';
export { bodyBudget } from './body-budget';
export { clientDisconnect } from './client-disconnect';
export { configureApp } from './configure-app';
export { DtoPipe } from './dto.pipe';
export { envelope } from './envelope';
export { answerFailure, toHttpError } from './error.filter';
export { errorPage } from './error-page';
export { defineErrors, type ErrorMaker, type ErrorRow, HttpError } from './errors';
export { beginRequestContext, type RequestContextOptions, pathOf } from './begin-request-context';
export { endHeard } from './end-heard';
export { IsEmailAddress, IsLine, IsQueryNumber, MapOf, MayBeAbsent, OnlyNeutral, Satisfies } from './field-rules';
export { checkFields, type FieldValues, type FormFields, readFormBody } from './form-body';
export { ForwardedHeaderWatch } from './forwarded-header-watch';
export { HealthController, READINESS_CHECKS, type ReadinessChecks } from './health.controller';
export {
  IdempotencyInterceptor,
  isSecretAnswer,
  type KeyOwner,
  OnceByItself,
  readIdempotencyKey,
  SecretAnswer,
} from './idempotency.interceptor';
export { idempotencyKeysSweeper } from './idempotency-records';
export { JSON_LIMIT_BYTES, JsonLimit, type JsonLimits, OwnBody, readJsonBody } from './json-body';
export { claimKey, KEPT_HOURS, type KeyRows, OWNER_BYTES } from './key-claim';
export { heldIn, isOnReceipt, OnReceipt, receiptOf } from './receipt';
export { PRODUCT_VERSION } from './product-version';
export { type FieldProblem, inputInvalid, RequestFault, type RequestFaultKind } from './request-fault';
export type { FingerprintBody } from './request-fingerprint';
export { askOwnServer, type OuterRequest, type OwnCall } from './own-server';
export { NO_RECORDER, Recorder, type ResponseRecorder } from './response-recorder';
export {
  type AnsweredError,
  type AnswerHeader,
  type DescribedRoute,
  isRouteRule,
  type Parameter,
  type RouteAdditions,
  type RouteRule,
  WRITES,
} from './route-rule';
export {
  BUILD_HASH,
  matchesEtag,
  RevalidatedRead,
  type VersionedRead,
  versionedEnvelope,
  weakEtag,
} from './revalidated-read';
export { type ApiRoute, apiRoutes, describedRoute, globalRules } from './open-api/api-routes';
export {
  bodyOf,
  callersOf,
  codesOf,
  dataOf,
  type Field,
  fieldsOf,
  inWords,
  isErrorSchema,
  type NamedOperation,
  operationsOf,
} from './open-api/document-parts';
export {
  type CallSamples,
  pythonValue,
  type SampleFacts,
  samplesOf,
  type SentCall,
  shipyardCall,
} from './open-api/call-samples';
export { callsText, errorsText, groupText, schemasText } from './open-api/document-text';
export type { ExampleFacts } from './open-api/examples';
export { type ApiFacts, openApiDocument, type OpenApiDocument, type OpenApiOperation } from './open-api/open-api';
export { openAnswer, sealAnswer } from './sealed-answer';
export { formatEvent, startEventStream } from './server-sent-events';
export { securityHeaders } from './security-headers';
export {
  envelopeErrors,
  envelopeErrorFormat,
  openAiErrors,
  openAiErrorFormat,
  type ErrorFormat,
  tokenInvalid,
  tokenMissing,
} from './error-format';
export { withFields } from './with-fields';
