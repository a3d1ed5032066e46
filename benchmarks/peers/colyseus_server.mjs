// Colyseus with a patch for each move; its usual patch every 50 ms would be what is measured.
import { Room, Server } from '@colyseus/core';
import { schema, t } from '@colyseus/schema';
import { WebSocketTransport } from '@colyseus/ws-transport';
import { CELLS, isLegal, value } from './cells.mjs';

const Board = schema({ turn: t.uint8(), moves: t.uint32(), cells: t.array('uint8') }, 'Board');

class Cells extends Room {
  maxClients = 2;
  patchRate = 1000;
  players = [];

  onCreate() {
    const board = new Board();
    board.turn = 0;
    board.moves = 0;
    for (let cell = 0; cell < CELLS; cell += 1) board.cells.push(0);
    this.state = board;
    this.broadcastPatch(); // before the first join, so that no client gets the empty cells twice
    this.onMessage('m', (client, move) => {
      if (this.players[board.turn] !== client.sessionId) return;
      if (!Array.isArray(move) || !isLegal(...move)) return;
      const [cell, b, c] = move;
      board.cells[cell] = value(b, c);
      board.moves += 1;
      board.turn = 1 - board.turn;
      this.broadcastPatch();
    });
  }

  onJoin(client) {
    this.players.push(client.sessionId);
  }
}

const transport = new WebSocketTransport();
const server = new Server({ transport, greet: false });
server.define('cells', Cells);
await server.listen(0, '127.0.0.1');
console.log(`open: http://127.0.0.1:${transport.server.address().port}`);
