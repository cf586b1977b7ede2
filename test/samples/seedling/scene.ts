/** The made-up project Seedling: a command in Python that says when to sow what, by the last frost of a place. */
import { conversation, type Conversation } from '../../support/conversation.ts'
import type { ConversationOptions } from '../../support/transcript/session.ts'
import { uuidOf } from '../story.ts'

export const seedlingDir = '/Users/jonas/src/seedling'

export function seedlingTalk(name: string, options: ConversationOptions): Conversation {
  return conversation({ cwd: seedlingDir, gitBranch: 'main', pace: 'lively', model: 'claude-sonnet-4-5-20250929', sessionId: uuidOf(`seedling ${name}`), ...options })
}

export const frostSource = `"""When the last frost of a place is to be expected."""
from dataclasses import dataclass
from datetime import date
from statistics import mean


@dataclass(frozen=True)
class Reading:
    day: date
    minimum: float


def last_frosts(readings: list[Reading]) -> list[date]:
    """The last day below zero of each spring."""
    by_year: dict[int, date] = {}
    for reading in readings:
        if reading.minimum < 0 and reading.day.month < 8:
            by_year[reading.day.year] = reading.day
    return list(by_year.values())


def expected_last_frost(readings: list[Reading]) -> date:
    days = [frost.timetuple().tm_yday for frost in last_frosts(readings)]
    return date.fromordinal(date(2000, 1, 1).toordinal() + round(mean(days)))
`
