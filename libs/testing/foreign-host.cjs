/**
 * Preloaded (`node --require`) into a service under test. The service's guard only allows TLS to public addresses, and
 * a test has neither. This gives FOREIGN_HOST a public address, and connects what the guard allows to a plain server on
 * FOREIGN_PORT. Other hosts are not affected. Code of the service is unaware of it.
 */
const dns = require('node:dns');
const net = require('node:net');
const tls = require('node:tls');

const { FOREIGN_HOST, FOREIGN_PORT } = process.env;
const PUBLIC = { address: '93.184.215.14', family: 4 };
const TRAP = `trap.${FOREIGN_HOST}`;

const { lookup } = dns;
dns.lookup = (hostname, options, callback) => {
  if (hostname === FOREIGN_HOST) process.nextTick(callback, null, [PUBLIC]);
  else if (hostname === TRAP) process.nextTick(callback, null, [{ address: '127.0.0.1', family: 4 }]);
  else lookup(hostname, options, callback);
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
