/** Tests open many stores in one process: a worker that one of them has started derives for the next one too. */
import { keepWorkers } from '../../app/engine/kernel/worker-pool.ts'

keepWorkers()
