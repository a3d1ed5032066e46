// boardgame.io as it comes: the state in memory, the whole state to both players.
import { createRequire } from 'node:module';
import { CELLS, isLegal, value } from './cells.mjs';

const require = createRequire(import.meta.url);
const { Server } = require('boardgame.io/server');
const { INVALID_MOVE } = require('boardgame.io/core');

const cells = {
  name: 'cells',
  setup: () => ({ cells: Array(CELLS).fill(0), moves: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play({ G }, cell, b, c) {
      if (!isLegal(cell, b, c)) return INVALID_MOVE;
      G.cells[cell] = value(b, c);
      G.moves += 1;
    },
  },
};

const server = Server({ games: [cells], origins: ['http://127.0.0.1'] });

// Each move copies the match's whole log, and this game never ends: without a cut it would slow down.
const store = server.db.setState.bind(server.db);
server.db.setState = (match, state, deltalog) => {
  if (server.db.log.get(match)?.length > 200) server.db.log.set(match, []);
  return store(match, state, deltalog);
};

const { appServer } = await server.run({ port: { port: 0, host: '127.0.0.1' } });
if (!appServer.listening) await new Promise((listening) => appServer.once('listening', listening));
console.log(`open: http://127.0.0.1:${appServer.address().port}`);
