import { connect as connectTcp, createServer, type Server, type Socket } from 'node:net'

/** A network between tabs and a server, which can be cut, dropped and slowed down. */
export class Network {
  /** Milliseconds that everything is late. */
  delayMs = 0
  /** Milliseconds that the next piece is late besides, as one is that was lost and sent again. */
  lateness: () => number = () => 0
  /** Nothing gets through, and nothing is lost: what is on the way arrives later, as on a device that sleeps. */
  isAsleep = false
  /** Bytes of the server are swallowed, as by a network that only looks alive. */
  isSilent = false
  private readonly wires = new Set<Socket>()
  private readonly nearWires = new WeakSet<Socket>()

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  /** `nearPort` takes an address that was used before; else a free one is found. */
  static async to(target: string, nearPort = 0): Promise<Network> {
    const { hostname, port, pathname } = new URL(target)
    const server = createServer({ allowHalfOpen: true })
    await new Promise<void>((resolve) => server.listen(nearPort, '127.0.0.1', resolve))
    const address = server.address()
    if (!address || typeof address === 'string') throw new Error('The network has no port')
    const network = new Network(server, `ws://127.0.0.1:${address.port}${pathname}`)
    server.on('connection', (near) => {
      const far = connectTcp(Number(port), hostname)
      network.nearWires.add(near)
      network.join(near, far, () => false)
      network.join(far, near, () => network.isSilent)
    })
    return network
  }

  /** Cuts every wire; new ones can be made at once. */
  cut(): void {
    for (const wire of this.wires) wire.destroy()
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve))
    this.cut()
    await closed
  }

  /** One direction of every wire ends, as with a proxy that gives up half-way. */
  halfClose(side: 'clients' | 'server'): void {
    for (const wire of this.wires) if (this.nearWires.has(wire) === (side === 'clients')) wire.end()
  }

  private join(from: Socket, to: Socket, isLost: () => boolean): void {
    this.wires.add(from)
    // What is sent later never overtakes: TCP keeps the order, however late a piece is.
    let last = Promise.resolve()
    from.on('data', (chunk: Buffer) => {
      if (isLost()) return
      const at = performance.now() + this.delayMs + this.lateness()
      last = last.then(async () => {
        while (performance.now() < at || this.isAsleep) await new Promise((resolve) => setTimeout(resolve, 5))
        if (!to.destroyed) to.write(chunk)
      })
    })
    from.on('error', () => undefined)
    from.on('end', () => {
      last = last.then(() => void to.end())
    })
    from.on('close', () => {
      this.wires.delete(from)
      to.destroy()
    })
  }
}
