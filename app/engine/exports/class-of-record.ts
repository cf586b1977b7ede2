/** The class of a record that is exported, by the rules of the importer: a correction by a person is not part of the record. */
import { classify, evidenceOf } from '../../../importer/claude-code/classify.ts'
import { readRecord } from '../../../importer/claude-code/record-schema.ts'
import type { JsonObject } from '../../export/json-object.ts'
import type { RecordClass } from '../../model/record-class.ts'

export const classOfRecord = (record: JsonObject): RecordClass => classify(evidenceOf(readRecord(record), false)).class
