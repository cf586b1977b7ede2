/** The made-up project Pocket Ledger: a small server in Go that keeps the books of a housing cooperative. */
import { conversation, type Conversation } from '../../support/conversation.ts'
import type { ConversationOptions } from '../../support/transcript/session.ts'
import { uuidOf } from '../story.ts'

export const ledgerDir = '/home/dana/src/pocket-ledger'

export function ledgerTalk(name: string, branch: string, options: ConversationOptions): Conversation {
  return conversation({ version: '2.1.42', cwd: ledgerDir, gitBranch: branch, pace: 'lively', sessionId: uuidOf(`pocket-ledger ${name}`), ...options })
}

export const parserSource = `package bankcsv

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// Booking is one line of a bank statement. Amounts are in cents.
type Booking struct {
	Date   time.Time
	Payee  string
	Text   string
	Amount int64
}

// Parse reads a statement as the savings bank exports it.
func Parse(r io.Reader) ([]Booking, error) {
	reader := csv.NewReader(r)
	reader.Comma = ';'
	rows, err := reader.ReadAll()
	if err != nil {
		return nil, err
	}
	var bookings []Booking
	for i, row := range rows[1:] {
		date, err := time.Parse("02.01.2006", row[0])
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+2, err)
		}
		amount, err := cents(row[3])
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+2, err)
		}
		bookings = append(bookings, Booking{date, row[1], row[2], amount})
	}
	return bookings, nil
}

func cents(text string) (int64, error) {
	value, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", "."), 64)
	return int64(value * 100), err
}
`

export const syncSource = `package sync

import (
	"context"
	"errors"
	"time"
)

var errBusy = errors.New("another sync is running")

// Run fetches all accounts, one after the other, and stops at the first error.
func (s *Syncer) Run(ctx context.Context) error {
	if !s.lock.TryLock() {
		return errBusy
	}
	defer s.lock.Unlock()
	for _, account := range s.accounts {
		ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
		defer cancel()
		if err := s.fetch(ctx, account); err != nil {
			return err
		}
	}
	return nil
}
`
