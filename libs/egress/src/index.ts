export { AddressRefused, type ConnectorOptions, guardedConnector } from './guarded-connector';
