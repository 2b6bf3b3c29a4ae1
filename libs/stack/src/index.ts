export { type Credentials } from './data/credentials';
export { type HeldData, holdData } from './data/held-data';
export {
  type FoundServers,
  joinOrStartServers,
  type ServersOptions,
  startServers,
  waitUntilDataIsFree,
} from './embedded-servers';
export { MoveJournal } from './move-objects/move-journal';
export { type MoveCount, moveObjects, type MoveOptions } from './move-objects/move-objects';
export { findPostgresBinaries } from './postgres/postgres-binaries';
export { provisionDatabases, serviceDatabases } from './postgres/provision-databases';
export { pickFreePort } from './processes/free-ports';
export { NODE_OPTIONS, runServiceCommand, type Service, superviseService } from './processes/service-processes';
export { listenForStopSignals, untilAborted } from './processes/stop-signals';
export { SupervisedProcess } from './processes/supervised-process';
export { findRedisProgram } from './redis/embedded-redis';
export { serviceEnvironment, type StackFacts } from './service-environment';
export { chooseAddresses } from './stack-addresses';
export { readStackConfig } from './stack-config';
export { type ProcessName, type Stack, type StackOptions, startStack } from './start-stack';
export { withProgress } from './step-progress';
