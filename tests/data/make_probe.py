"""Print the model in engine/kernels.py: 1 x 64 of ones times 64 x 16 of 127s by DynamicQuantizeMatMul.

python tests/data/make_probe.py        (needs the "build" extra)
"""

import base64

import numpy as np
from onnx import TensorProto, helper, numpy_helper


def make_probe() -> bytes:
    value = helper.make_tensor("", TensorProto.INT8, [1], [127])
    nodes = [
        helper.make_node("ConstantOfShape", ["s"], ["b"], value=value),
        helper.make_node("DynamicQuantizeMatMul", ["x", "b", "c"], ["y"], domain="com.microsoft"),
    ]
    constants = [numpy_helper.from_array(np.array([64, 16]), "s"), numpy_helper.from_array(np.float32(1), "c")]
    x, y = (helper.make_tensor_value_info(name, TensorProto.FLOAT, ["m", size]) for name, size in (("x", 64), ("y", 16)))
    graph = helper.make_graph(nodes, "g", [x], [y], constants)
    imports = [helper.make_opsetid("", 18), helper.make_opsetid("com.microsoft", 1)]
    model: bytes = helper.make_model(graph, opset_imports=imports, ir_version=9).SerializeToString(deterministic=True)
    return model


if __name__ == "__main__":
    print(base64.b64encode(make_probe()).decode())  # noqa: T201 - a script
