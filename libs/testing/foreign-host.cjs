/**
 * Preloaded (`node --require`) into a service under test. The service's guard only allows TLS to public addresses, and
 * a test has neither. This gives FOREIGN_HOST a public address, and connects what the guard allows to a plain server on
 * FOREIGN_PORT. Other hosts are not affected. Code of the service is unaware of it.
 */
const dns = require('node:dns');
const net = require('node:net');
const tls = require('node:tls');

const { FOREIGN_HOST, FOREIGN_PORT } = process.env;
const TRAP = `trap.${FOREIGN_HOST}`;
const ADDRESSES = new Map([
  [FOREIGN_HOST, '93.184.215.14'],
  [TRAP, '127.0.0.1'],
]);

const { prototype } = dns.promises.Resolver;
const { resolve4, resolve6 } = prototype;
prototype.resolve4 = function (hostname, options) {
  const address = ADDRESSES.get(hostname);
  return address ? Promise.resolve([{ address, ttl: 60 }]) : resolve4.call(this, hostname, options);
};
prototype.resolve6 = function (hostname, options) {
  return ADDRESSES.has(hostname)
    ? Promise.reject(Object.assign(new Error('No data'), { code: 'ENODATA' }))
    : resolve6.call(this, hostname, options);
};

const { connect } = tls;
tls.connect = (options, ...rest) => {
  if (options.host !== FOREIGN_HOST && options.host !== TRAP) return connect(options, ...rest);
  const socket = new net.Socket();
  socket.once('connect', () => socket.emit('secureConnect'));
  options.lookup(options.host, {}, (error) => {
    if (error) socket.destroy(error);
    else socket.connect(Number(FOREIGN_PORT), '127.0.0.1');
  });
  return socket;
};
