"""What the parts of an MLP are called in checkpoints: tables of data, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Naming:
    """The stems of an MLP's tensors: PREFIX.STEM.weight, or PREFIX.STEM where there are no biases.

    Attributes:
        family: who uses it.
        up, down: the stems of the first and of the last matrix.
        gate: the stem of the matrix inside the gate's activation, in a tensor of its own.
        gate_last: in a matrix that holds both halves, the gate is the second half, not the first.
    """

    family: str
    up: str
    down: str
    gate: str | None = None
    gate_last: bool = False


NAMINGS = (
    Naming("Llama, Mistral, Gemma, Qwen", "up_proj", "down_proj", "gate_proj"),
    Naming("Mixtral, Llama (Meta)", "w3", "w2", "w1"),
    Naming("Qwen 1", "w1", "c_proj", "w2"),
    Naming("T5 1.1, UL2", "wi_1", "wo", "wi_0"),
    Naming("GGUF", "ffn_up", "ffn_down", "ffn_gate"),
    Naming("GGUF, experts", "ffn_up_exps", "ffn_down_exps", "ffn_gate_exps"),
    Naming("GGUF, chunked experts", "ffn_up_chexps", "ffn_down_chexps", "ffn_gate_chexps"),
    Naming("GGUF, a shared expert", "ffn_up_shexp", "ffn_down_shexp", "ffn_gate_shexp"),
    Naming("GGUF, fused experts", "ffn_gate_up_exps", "ffn_down_exps"),
    Naming("EXAONE", "c_fc_1", "c_proj", "c_fc_0"),
    Naming("timm SwiGLU", "fc1_x", "fc2", "fc1_g"),
    Naming("Phi-3, GLM-4; experts of Llama 4, Qwen 3, Gemma 4", "gate_up_proj", "down_proj"),
    Naming("Granite MoE, JetMoE", "input_linear", "output_linear"),
    Naming("DINOv2", "w12", "w3"),
    Naming("ModernBERT", "Wi", "Wo"),
    Naming("diffusers", "net.0.proj", "net.2", gate_last=True),
    Naming("Nemotron", "up_proj", "down_proj"),
    Naming("GPT-2, GPT-Neo, StarCoder", "c_fc", "c_proj"),
    Naming("BERT, RoBERTa, ViT, Wav2Vec2", "intermediate.dense", "output.dense"),
    Naming("Wav2Vec2", "intermediate_dense", "output_dense"),
    Naming("OPT, CLIP, Whisper, Phi, timm", "fc1", "fc2"),
    Naming("NeoX, Falcon, BLOOM, ChatGLM", "dense_h_to_4h", "dense_4h_to_h"),
    Naming("GPT-J, CodeGen", "fc_in", "fc_out"),
    Naming("torch", "linear1", "linear2"),
    Naming("DistilBERT", "lin1", "lin2"),
    Naming("T5", "wi", "wo"),
    Naming("ALBERT", "ffn", "ffn_output"),
    Naming("The Annotated Transformer", "w_1", "w_2"),
    Naming("GGUF", "ffn_up", "ffn_down"),
    Naming("GGUF, experts without a gate", "ffn_up_exps", "ffn_down_exps"),
    Naming("Mixtral's names without a gate", "w1", "w2"),
)
"""The gated namings stand first: a tensor that is part of one block is not looked at again."""

NORMS = {
    "before": (
        "post_attention_layernorm",
        "pre_feedforward_layernorm",
        "layernorm_after",
        "layer_norm2",
        "ln_2",
        "ln_mlp",
        "mlp_norm",
        "ffn_norm",
        "post_attention_norm",
        "input_layernorm",
    ),
    "after": ("output.LayerNorm", "output_layer_norm", "full_layer_layer_norm"),
    "beside": ("norm2", "final_layer_norm", "layer_norm", "norm", "norm3"),
}
"""Where the norm of these names stands; "beside": before or after depends on an option of the model."""

BETWEEN = ("dwconv", "act_fn_norm", "ffn_layernorm", "ln_mid", "spatial_conv")
"""Stems inside a block's prefix of layers between its two matrices: then it is no MLP of one hidden layer."""

ACTIVATION_KEYS = (
    "hidden_act",
    "hidden_activation",
    "activation_function",
    "dense_act_fn",
    "mlp_hidden_act",
    "ffn_activation",
    "act_fn",
    "act",
    "activation",
    "feed_forward_proj",
)
"""Keys of config.json that name an activation, the first that is there counts."""

SIZE_KEYS = {
    "d": ("hidden_size", "d_model", "n_embd", "dim"),
    "N": ("intermediate_size", "ffn_dim", "encoder_ffn_dim", "n_inner", "d_ff", "hidden_dim",
          "moe_intermediate_size"),
}  # fmt: skip
"""Keys of config.json that name the sizes of a block."""

GATES = {
    "swiglu": "silu",
    "geglu": "gelu",
    "reglu": "relu",
    "gated-silu": "silu",
    "gated-relu": "relu",
    "gated-gelu": "gelu_tanh",
}
"""The gates of gated blocks, by the names that configurations have for these blocks."""

LEARNED = ("prelu", "xielu")
"""Activations with parameters that are tensors of their own: a configuration's name does not say which."""

ARCHITECTURES = {
    "silu": ("llama", "llama4", "qwen2", "qwen2moe", "qwen3", "qwen3moe", "phi3", "internlm2", "deepseek2",
             "nomic-bert", "jais"),
    "gelu_tanh": ("gpt2", "gptneox", "gemma", "gemma2", "gemma3", "phi2", "starcoder", "starcoder2", "bloom",
                  "falcon", "bert", "grok", "codeshell", "jina-bert-v3", "nomic-bert-moe"),
    "relu2": ("nemotron", "arcee", "plm", "jais2"),
}  # fmt: skip
"""Activation -> the general.architecture of GGUF for which llama.cpp computes it (GELU: the tanh form)."""

GRAPHS = {
    "relu": ("(relu z)",),
    "leaky_relu": ("(leakyrelu z)",),
    "gelu": ("(gelu z)", "(* (+ (erf (* 0.70711 z)) 1) 0.5 z)"),
    "gelu_tanh": (
        "(gelu_tanh z)",
        "(* (+ (tanh (* (+ (* (pow z 3) 0.044715) z) 0.79788)) 1) 0.5 z)",
        "(* (+ (tanh (* (+ (* 0.044715 z z z) z) 0.79788)) 1) 0.5 z)",
        "(* (+ (tanh (* (+ (* 0.044715 z z) 1) 0.79788 z)) 1) 0.5 z)",
    ),
    "silu": ("(* (sigmoid z) z)", "(swish z)"),
    "quick_gelu": ("(* (sigmoid (* 1.702 z)) z)",),
    "hardswish": ("(hardswish z)", "(* (hardsigmoid z 0.16667 0.5) z)", "(* (clip (+ 3 z) 0 6) 0.16667 z)"),
    "relu2": ("(pow (relu z) 2)", "(* (relu z) (relu z))"),
    "mish": ("(mish z)", "(* (tanh (softplus z)) z)"),
    "tanh": ("(tanh z)",),
    "logistic": ("(sigmoid z)",),
    "relu6": ("(clip z 0 6)",),
    "elu": ("(elu z 1)",),
    "softplus": ("(softplus z)",),
}
"""Activations as ONNX graphs write them: sums and products flattened, sorted, constants to five digits."""
