import protobuf from 'protobufjs/minimal.js'

// The package is CommonJS: it has no names of its own for a module.
const { Reader, Writer } = protobuf

/*
 * A model file (ONNX) is a protocol buffer. The decoder of the speech model computes at which moment of the sound each piece of text
 * looks (its cross-attention), and tells nobody: here it is told to give that as further results. Only the messages on the way
 * there are read; all others are copied as they are. Numbers of fields are those of `onnx.proto`.
 */
const MODEL = { graph: 7 }
const GRAPH = { node: 1, output: 12 }
const NODE = { output: 2, name: 3, opType: 4, attribute: 5 }
const ATTRIBUTE = { graph: 6 }
const VALUE = { name: 1, type: 2 }
const FLOAT = 1

/** The results of the model that tell it, one for each of its layers. */
export const attentionOf = (layer: number) => `cross_attn.${layer}`

/** The decoder with its cross-attention among its results. Throws where it is built otherwise. */
export function showAttention(model: Uint8Array): { model: Uint8Array; layers: number } {
  let layers = 0
  const graphs = fieldsOf(model).map((field) => {
    if (field.number !== MODEL.graph) return field
    const nodes = fieldsOf(bytesOf(field)).map((inner) => {
      if (inner.number !== GRAPH.node || textOf(bytesOf(inner), NODE.opType) !== 'If') return inner
      const branches = fieldsOf(bytesOf(inner))
      const found = branches.filter(({ number }) => number === NODE.attribute).map(attentionIn)
      layers = found[0]?.length ?? 0
      const shown = branches.map((branch) => {
        const names = branch.number === NODE.attribute ? attentionIn(branch) : []
        return names.length === 0 ? branch : withResults(branch, names)
      })
      for (let layer = 0; layer < layers; layer += 1) shown.push(textField(NODE.output, attentionOf(layer)))
      return { ...inner, value: written(shown) }
    })
    for (let layer = 0; layer < layers; layer += 1) nodes.push(resultField(attentionOf(layer)))
    return { ...field, value: written(nodes) }
  })
  if (layers === 0) throw new Error('The decoder of the speech model is built otherwise than expected.')
  return { model: written(graphs), layers }
}

/** The names of what says where each layer looks, in one of the two ways that the decoder goes. */
function attentionIn(attribute: Field): string[] {
  const graph = fieldsOf(bytesOf(attribute)).find(({ number }) => number === ATTRIBUTE.graph)
  if (!graph) return []
  return fieldsOf(bytesOf(graph)).flatMap((field) => {
    if (field.number !== GRAPH.node) return []
    const node = bytesOf(field)
    const isOne = textOf(node, NODE.opType) === 'Softmax' && textOf(node, NODE.name)?.includes('encoder_attn')
    const output = isOne ? textOf(node, NODE.output) : undefined
    return output === undefined ? [] : [output]
  })
}

/** A way of the decoder that gives these as well. */
function withResults(attribute: Field, names: readonly string[]): Field {
  const fields = fieldsOf(bytesOf(attribute)).map((field) =>
    field.number === ATTRIBUTE.graph
      ? { ...field, value: written([...fieldsOf(bytesOf(field)), ...names.map(resultField)]) }
      : field,
  )
  return { ...attribute, value: written(fields) }
}

/** A field of a message; of what is not looked into, `raw` is all of it with its tag. */
interface Field {
  number: number
  /** Of a message, text or bytes. */
  value: Uint8Array | null
  raw: Uint8Array
}

const LENGTH_DELIMITED = 2

function fieldsOf(message: Uint8Array): Field[] {
  const reader = Reader.create(message)
  const fields: Field[] = []
  while (reader.pos < reader.len) {
    const start = reader.pos
    const tag = reader.uint32()
    const [number, type] = [tag >>> 3, tag & 7]
    const value = type === LENGTH_DELIMITED ? reader.bytes() : null
    if (value === null) reader.skipType(type)
    fields.push({ number, value, raw: message.subarray(start, reader.pos) })
  }
  return fields
}

const bytesOf = ({ value }: Field): Uint8Array => value ?? new Uint8Array()

function textOf(message: Uint8Array, number: number): string | undefined {
  const found = fieldsOf(message).find((field) => field.number === number)?.value
  return found ? new TextDecoder().decode(found) : undefined
}

const textField = (number: number, text: string): Field => ({
  number,
  value: new TextEncoder().encode(text),
  raw: new Uint8Array(),
})

/** That a graph gives numbers under this name. */
function resultField(name: string): Field {
  const type = Writer.create().uint32(10).fork().uint32(8).int32(FLOAT).ldelim().finish()
  const value = written([textField(VALUE.name, name), { number: VALUE.type, value: type, raw: type }])
  return { number: GRAPH.output, value, raw: value }
}

function written(fields: readonly Field[]): Uint8Array {
  const parts = fields.map(({ number, value, raw }) => {
    if (value === null) return raw
    const head = Writer.create()
      .uint32((number << 3) | LENGTH_DELIMITED)
      .uint32(value.length)
      .finish()
    return [head, value] as const
  })
  const flat = parts.flatMap((part) => (part instanceof Uint8Array ? [part] : [...part]))
  const all = new Uint8Array(flat.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of flat) {
    all.set(part, at)
    at += part.length
  }
  return all
}
