"""Rukuni for OpenSpiel, and OpenSpiel's search for Rukuni.

`RukuniGame` has the interface that OpenSpiel's algorithms expect. `MctsBot` is OpenSpiel's MCTS with random
rollouts and two improvements: it is limited by time instead of a number of rollouts, and rollouts run in
compiled code, many times as fast. As in OpenSpiel's own, all turns are equally likely in them.
"""

from time import perf_counter
from typing import Any, Final

import numpy as np
import pyspiel
from numba import njit
from open_spiel.python.algorithms import mcts
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from ukumbi.games.rukuni.board import Hollow
from ukumbi.games.rukuni.engine.compiled_rules import (
    MOST_TURNS,
    NONE,
    OPENING,
    TOWERS,
    Set,
    Sets,
    after,
    is_over,
    list_turns,
    play_on,
    score,
    unpack,
)
from ukumbi.games.rukuni.moves import Turn
from ukumbi.games.rukuni.position import PEGS, Colour, Position

ACTIONS: Final = 1 << 18
"""A turn as a number, as the compiled rules pack it."""
MAX_SIMULATIONS: Final = 1 << 60

_TYPE: Final = pyspiel.GameType(
    short_name="ukumbi_rukuni",
    long_name="Rukuni",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=False,
)
_INFO: Final = pyspiel.GameInfo(
    num_distinct_actions=ACTIONS,
    max_chance_outcomes=0,
    num_players=2,
    min_utility=-1.0,
    max_utility=1.0,
    utility_sum=0.0,
    max_game_length=2 * PEGS,
)


@njit(cache=True, nogil=True)
def _winner(white: Set, grey: Set, towers: Set) -> int:
    """1 if White wins, -1 if Grey does (R25-R27)."""
    ours, theirs = score(white, towers), score(grey, towers)
    return 1 if ours > theirs else -1 if ours < theirs else 0


@njit(cache=True, nogil=True)
def _roll_out(white: Set, grey: Set, towers: Set, whites_turn: bool, dice: Sets, goals: Sets) -> int:
    white, grey, towers, _ = play_on(white, grey, towers, whites_turn, dice, goals)
    return _winner(white, grey, towers)


@njit(cache=True, nogil=True)
def _turns(own: Set, other: Set, towers: Set) -> Any:
    found = np.empty(MOST_TURNS, np.int64)
    return np.sort(found[: list_turns(own, other, towers, found)])


class RukuniState(pyspiel.State):  # type: ignore[misc]
    """A position, with White as the first player."""

    def __init__(self, game: Any, white: Any = NONE, grey: Any = NONE, towers: Any = OPENING) -> None:
        super().__init__(game)
        self._game = game
        self.white, self.grey, self.towers = white, grey, towers
        self.player = 0
        self._over: bool | None = None

    @classmethod
    def of(cls, game: Any, position: Position) -> "RukuniState":
        state = cls(game, *map(Set, (position.white.pegs, position.grey.pegs, position.towers)))
        state.player = 0 if position.turn is Colour.WHITE else 1
        return state

    def clone(self) -> "RukuniState":
        """Avoids OpenSpiel's detour through C++: a search copies a position for each rollout."""
        same = RukuniState(self._game, self.white, self.grey, self.towers)
        same.player, same._over = self.player, self._over
        return same

    @property
    def sides(self) -> tuple[Any, Any]:
        """The pegs of the player to move, and the other's."""
        return (self.white, self.grey) if self.player == 0 else (self.grey, self.white)

    def current_player(self) -> int:
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.player

    def legal_actions(self, player: int | None = None) -> list[int]:
        if self.is_terminal() or player not in (None, self.player):
            return []
        turns: list[int] = _turns(*self.sides, self.towers).tolist()
        return turns

    def _legal_actions(self, player: int) -> list[int]:
        return self.legal_actions(player)

    def apply_action(self, action: int) -> None:
        """Avoids the same detour."""
        own, towers = after(self.sides[0], self.towers, action)
        if self.player == 0:
            self.white = Set(own)
        else:
            self.grey = Set(own)
        self.towers, self.player, self._over = Set(towers), 1 - self.player, None

    def _apply_action(self, action: int) -> None:
        self.apply_action(action)

    def is_terminal(self) -> bool:
        if self._over is None:
            self._over = bool(is_over(*self.sides, self.towers))
        return self._over

    def returns(self) -> list[float]:
        ahead = float(_winner(self.white, self.grey, self.towers)) if self.is_terminal() else 0.0
        return [ahead, -ahead]

    def _action_to_string(self, player: int, action: int) -> str:
        return str(Turn(*map(Hollow, unpack(action))))

    def __str__(self) -> str:
        return f"{self.white:x} {self.grey:x} {self.towers:x} {self.player}"


class RukuniGame(pyspiel.Game):  # type: ignore[misc]
    def __init__(self, params: Any = None) -> None:
        super().__init__(_TYPE, _INFO, params or {})

    def new_initial_state(self) -> RukuniState:
        return RukuniState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class CompiledRollouts(mcts.RandomRolloutEvaluator):  # type: ignore[misc]
    """OpenSpiel's random rollout evaluator, in compiled code."""

    def __init__(self, seed: int) -> None:
        super().__init__(n_rollouts=1)
        self._dice, self._goals = np.array([seed], np.uint64), np.empty(TOWERS, np.uint64)

    def evaluate(self, state: RukuniState) -> Any:
        ahead = _roll_out(state.white, state.grey, state.towers, state.player == 0, self._dice, self._goals)
        return np.array((ahead, -ahead), float)


class _TimeIsUp(Exception):
    pass


class MctsBot(mcts.MCTSBot):  # type: ignore[misc]
    """OpenSpiel's search with a time limit for each turn."""

    def __init__(self, seconds: float, seed: int, exploring: float = 1.0) -> None:
        chance = np.random.RandomState(seed)
        super().__init__(
            RukuniGame(), exploring, MAX_SIMULATIONS, CompiledRollouts(seed), random_state=chance
        )
        self._seconds = seconds
        self._until = 0.0
        self._root: Any = None

    def mcts_search(self, state: RukuniState) -> Any:
        self._until = perf_counter() + self._seconds
        try:
            return super().mcts_search(state)
        except _TimeIsUp:
            return self._root

    def _apply_tree_policy(self, root: Any, state: RukuniState) -> Any:
        self._root = root
        # Try at least one turn, however little time there is.
        if root.explore_count > 1 and perf_counter() > self._until:
            raise _TimeIsUp
        return super()._apply_tree_policy(root, state)

    def choose(self, position: Position) -> Turn:
        action = self.step(RukuniState.of(self._game, position))
        return Turn(*map(Hollow, unpack(action)))

    @property
    def rollouts(self) -> int:
        """Rollouts for the last turn."""
        return int(self._root.explore_count)
