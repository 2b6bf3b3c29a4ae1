export { AssistantsModule } from './assistants.module';
export { jsonRpcErrorFormat } from './json-rpc-error-format';
